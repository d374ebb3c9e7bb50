#!/usr/bin/env bash
# Runs a batch as a Slurm job array and merges the parts when all of them have ended.
#
#   contrib/slurm/submit.sh PARTS FOLDER|LIST OUT [options of umpteen batch]
#   contrib/slurm/submit.sh 16 benchmarks results --time 900 --memory 8000
#
# The result is in OUT/merged. If parts were killed, the same command goes on with what is missing. SBATCH_* variables and
# UMPTEEN=PATH are respected; the folders must be seen by all machines.
set -euo pipefail
if [ $# -lt 3 ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
parts=$1 source=$2 out=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
export PARTS=$parts
array=$(sbatch --parsable --array="1-$parts" --output="$out/part-%a.log" "$here/part.sh" "$source" "$out" "$@")
folders=()
for part in $(seq "$parts"); do folders+=("$out/part-$part"); done
merge=$(printf '%q ' "${UMPTEEN:-umpteen}" batch -o "$out/merged" --merge "${folders[@]}")
merging=$(sbatch --parsable --job-name=umpteen-merge --dependency="afterany:$array" --output="$out/merge.log" --wrap "exec $merge")
echo "parts: job $array; merging: job $merging; results: $out/merged"
