//! scratch
use umpteen_frontends::*;
use umpteen_engines::{*,backward::Order};
fn main(){
    let a: Vec<String>=std::env::args().collect();
    let f=&a[1];
    let ext=f.rsplit('.').next().unwrap();
    let t=std::fs::read_to_string(f).unwrap();
    let t0=std::time::Instant::now();
    let mut m=Model::parse(Format::from_extension(ext).unwrap(),&t).unwrap();
    if ext=="tts" { m.set_targets(&std::fs::read_to_string(f.replace(".tts",".prop")).unwrap()).unwrap(); }
    let s=m.system().unwrap();
    let t1=t0.elapsed();
    let order=match a[2].as_str(){"s"=>Order::Smallest,"b"=>Order::Breadth,_=>Order::Depth};
    let secs:u64=a[3].parse().unwrap();
    let b=budget::Budget::new(Some(std::time::Duration::from_secs(secs)),None);
    let (ans,st)=run(Engine::Backward(order,OracleKind::ThreadModular),&s,&b);
    let w=match &ans{Answer::Safe(_)=>"safe".to_string(),Answer::Unsafe(t)=>format!("unsafe {} threads {} steps",t.initial.threads(),t.steps.len()),Answer::Unknown(r)=>format!("unknown {r:?}")};
    println!("{:60} {:30} parse {:?} total {:?} {:?}",f.rsplit('/').next().unwrap(),w,t1,t0.elapsed(),st);
}
