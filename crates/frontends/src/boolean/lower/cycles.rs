//! Which nodes of a graph are on a cycle (Tarjan 1972, without recursion: a function may have a million locations).

/// Tells for each node whether it leads back to itself.
pub(super) fn on_cycles(successors: &[Vec<u32>]) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let nodes = successors.len();
    let (mut number, mut lowest, mut cyclic) = (vec![NEW; nodes], vec![0; nodes], vec![false; nodes]);
    let (mut open, mut is_open, mut numbered) = (Vec::new(), vec![false; nodes], 0);
    for root in 0..nodes {
        let mut path = if number[root] == NEW { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, next)) = path.pop() {
            if next == 0 {
                (number[node], lowest[node]) = (numbered, numbered);
                numbered += 1;
                open.push(node);
                is_open[node] = true;
            } else {
                let child = successors[node][next - 1] as usize;
                if is_open[child] {
                    lowest[node] = lowest[node].min(lowest[child]);
                }
            }
            if let Some(child) = successors[node].get(next) {
                path.push((node, next + 1));
                if number[*child as usize] == NEW {
                    path.push((*child as usize, 0));
                }
            } else if lowest[node] == number[node] {
                let first = open.iter().rposition(|other| *other == node).expect("it is open until now");
                let component = open.split_off(first);
                let loops = component.len() > 1 || successors[node].contains(&(node as u32));
                for member in component {
                    (is_open[member], cyclic[member]) = (false, loops);
                }
            }
        }
    }
    cyclic
}

#[cfg(test)]
mod tests {
    use super::on_cycles;

    #[test]
    fn only_what_leads_back_to_itself_is_on_a_cycle() {
        // 0 -> 1 <-> 2 -> 3 -> 4 -> 4, and 3 is between two cycles without being on one.
        let graph = [vec![1], vec![2], vec![1, 3], vec![4], vec![4, 5], vec![]];
        assert_eq!(on_cycles(&graph), [false, true, true, false, true, false]);
        // A cycle that is entered at its end.
        assert_eq!(on_cycles(&[vec![], vec![2, 0], vec![3], vec![1]]), [false, true, true, true]);
    }
}
