"""Runs a tool of bench/peers.toml on an instance within limits, and tells what it says and what it costs."""
import os
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from math import ceil
from pathlib import Path

PAGE, TICK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
FIELDS = ["file", "tool", "verdict", "cpu_seconds", "peak_mb", "wall_seconds"]


def load(file, names, umpteen):
    """The tools of a file: those that are named, or all that are meant for use; what is not installed is skipped."""
    tools = {tool["name"]: tool for tool in tomllib.loads(Path(file).read_text())["tool"]}
    if missing := [name for name in names or () if name not in tools]:
        sys.exit(f"{file} has no tool {', '.join(missing)}; it has {', '.join(tools)}")
    chosen = [tools[name] for name in names] if names else [tool for tool in tools.values() if tool.get("use", True)]
    for tool in chosen:
        program = shlex.split(tool["command"])[0].replace("{umpteen}", umpteen)
        tool["words"] = [word.replace("{umpteen}", umpteen) for word in shlex.split(tool["command"])]
        tool["installed"] = bool(shutil.which(program))
        if not tool["installed"]:
            print(f"{tool['name']} is skipped: {program} is not installed", file=sys.stderr)
    return [tool for tool in chosen if tool["installed"]]


def tree(process):
    """CPU seconds and resident megabytes of a process and its descendants, as far as they are still there."""
    try:
        # The name of the program, in parentheses, may contain spaces.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        seconds, resident = sum(map(int, fields[11:15])) / TICK, int(fields[21]) * PAGE / 2**20
        threads = [Path(f"/proc/{process}/task/{thread}/children") for thread in os.listdir(f"/proc/{process}/task")]
        children = [child for thread in threads for child in thread.read_text().split()]
    except (OSError, IndexError):
        return 0, 0
    below = [tree(child) for child in children]
    return seconds + sum(cpu for cpu, _ in below), resident + sum(memory for _, memory in below)


def execute(words, cpu_limit, wall_limit, memory_limit, output):
    """Runs a command in a session of its own: why it was stopped if so, its exit code, CPU and wall seconds, megabytes."""
    start, stopped, most_cpu, most_memory, pause = time.monotonic(), None, 0, 0, 0.002
    # No preexec_fn: Python would then fork itself, which costs milliseconds of CPU that count as the command's.
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
    handle = os.pidfd_open(process.pid)
    try:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (ceil(cpu_limit) + 1, ceil(cpu_limit) + 2))
    except ProcessLookupError:
        pass  # it has ended already
    ended = select.poll()
    ended.register(handle, select.POLLIN)
    try:
        while not stopped and not ended.poll(1000 * pause):
            # The limit of the system is for each process by itself: the sum is watched here.
            cpu, memory = tree(process.pid)
            most_cpu, most_memory, pause = max(most_cpu, cpu), max(most_memory, memory), min(1.5 * pause, 0.1)
            stopped = ("memout" if memory > memory_limit else "timeout" if cpu > cpu_limit + 0.5
                       else "timeout(wall)" if time.monotonic() - start > wall_limit else None)
        wall = time.monotonic() - start
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)  # also what the command has left behind
        except ProcessLookupError:
            pass
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    os.close(handle)
    # The system counts the memory of this process, before the command took its place, as the command's: it is believed only
    # where it says more, or where the command was too quick to be watched.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if usage.ru_maxrss > own or not most_memory:
        most_memory = max(most_memory, usage.ru_maxrss / 1024)
    return stopped, process.returncode, max(most_cpu, usage.ru_utime + usage.ru_stime), wall, most_memory


def run(tool, file, limit, memory, wall=None):
    """What a tool says of an instance (safe, unsafe, unknown, refused, timeout, timeout(wall), memout, error) and what it costs."""
    values = {"{file}": str(file), "{prop}": str(file.with_suffix(".prop")), "{stem}": str(file.with_suffix("")),
              "{time}": str(ceil(limit)), "{memory}": str(ceil(memory))}
    words = [re.sub(r"\{\w+\}", lambda key: values.get(key[0], key[0]), word) for word in tool["words"]]
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        stopped, code, cpu, elapsed, peak = execute(words, limit, wall or 6 * limit + 10, memory, output)
        output.seek(0)
        text = output.read()
    by_code = {code: verdict for verdict, code in tool.get("exit", {}).items()}
    by_text = [verdict for verdict in ("unsafe", "safe") if verdict in tool and re.search(tool[verdict], text, re.MULTILINE)]
    verdict = stopped or by_code.get(code) or (by_text[0] if by_text else f"error({code})")
    if not stopped and (cpu > limit or -code == signal.SIGXCPU):
        verdict = "timeout"  # an answer that comes late is none
    return {"file": file, "tool": tool["name"], "verdict": verdict, "cpu_seconds": cpu, "peak_mb": peak, "wall_seconds": elapsed}


def decided(row, limit):
    """Whether a result counts as an answer within the limit."""
    return row["verdict"] in ("safe", "unsafe") and row["cpu_seconds"] <= limit
