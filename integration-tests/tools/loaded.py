"""Runs a script of Python again and again in processes that have loaded its modules already.

loaded.py SCRIPT MODULE... reads a line of JSON for each run, {"words": [...], "variables": {...}}, and answers with one,
{"status": N, "output": "...", "errors": "..."}. Each run is a fork of this process, with these arguments and this
environment and nothing that another run has left behind. Ends with its standard input.
"""

import gc
import importlib
import json
import os
import runpy
import sys
import tempfile


def load(modules):
    """Loads them, and returns the variables that they set for themselves."""
    before = dict(os.environ)
    for name in modules:
        importlib.import_module(name)
    return {name: value for name, value in os.environ.items() if before.get(name) != value}


def run(script, request, output, errors):
    """In the process of the run."""
    os.environ.clear()
    os.environ.update(request["variables"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    sys.argv = [script] + request["words"]
    runpy.run_path(script, run_name="__main__")


def text(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def perform(script, request):
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            run(script, request, output, errors)
            sys.exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return {"status": status, "output": text(output), "errors": text(errors)}


def main():
    script = sys.argv[1]
    own = load(sys.argv[2:])
    # What is loaded stays: no run has to look through it for garbage, nor to copy the pages that it is in.
    gc.freeze()
    # A command ends before its garbage is worth a search: the usual threshold takes a tenth of its time.
    gc.set_threshold(100_000)
    for line in sys.stdin:
        request = json.loads(line)
        request["variables"].update(own)
        answer = perform(script, request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
