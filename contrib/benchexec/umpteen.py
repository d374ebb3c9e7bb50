"""How BenchExec runs umpteen: `tool="contrib.benchexec.umpteen"`, with the project's folder on PYTHONPATH."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for umpteen."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("umpteen")

    def name(self):
        return "umpteen"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="umpteen ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--no-defaults", "--output-format", "svcomp"]

        def given(name):
            return any(option == name or option.startswith(name + "=") for option in options)

        if task.property_file and not given("--property") and not given("--property-file"):
            command += ["--property-file", task.property_file]
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if model and not given("--data-model"):
            if model not in ("ILP32", "LP64"):
                raise benchexec.tools.template.UnsupportedFeatureException(f"the data model {model}")
            command += ["--data-model", model.lower()]
        # Who stops by itself says `unknown`, with a reason, and is not killed.
        if rlimits.cputime and not given("--cpu-time"):
            command += ["--cpu-time", str(rlimits.cputime)]
        if rlimits.walltime and not given("--time"):
            command += ["--time", str(rlimits.walltime)]
        if rlimits.memory and not given("--memory"):
            command += ["--memory", str(max(1, rlimits.memory * 95 // 100 // 1000000))]
        return command + options + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.exit_code.signal is None and run.exit_code.value in (0, 5, 10):
            for line in reversed(run.output):
                word = line.strip()
                if word in (result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN):
                    return word
                if word.startswith(result.RESULT_FALSE_PROP + "(") and word.endswith(")"):
                    return word
        if run.exit_code.value == 2:
            return f"{result.RESULT_ERROR} (input)"
        if run.exit_code.value == 70:
            return f"{result.RESULT_ERROR} (internal)"
        return result.RESULT_ERROR
