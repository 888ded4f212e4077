#!/usr/bin/env python3
"""Runs the public test suite of VMware's Object Storage Extension against a node, from a copy of where it was fetched.

suite.py DIRECTORY PROFILE [CASE...]: DIRECTORY is the suite's own; PROFILE is its user profile, with the addresses of
the node and of Cloud Director and three users. Without a CASE, such as TestBucket#test01_test_create_bucket#3, all are
run. Prints a line of JSON for each case; what the suite logs goes to a file beside the profile.
"""

import contextlib
import json
import logging
import os
import re
import sys
import unittest
import warnings

REASON_LENGTH = 400
DIGESTED = ("DeleteObjects", "PutBucketCors", "PutBucketLifecycle", "PutBucketLifecycleConfiguration", "PutBucketTagging",
            "PutObjectTagging", "PutBucketReplication", "PutObjectLegalHold", "PutObjectRetention",
            "PutObjectLockConfiguration", "PutPublicAccessBlock")


def cases_of(suite):
    """The cases of a suite of suites, in their order."""
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from cases_of(part)
        else:
            yield part


def operation(name):
    """The S3 operation that a case is of: create_bucket of TestBucket#test01_test_create_bucket#3."""
    method = name.split("#")[1]
    return re.sub(r"^test\d+_(test_)?", "", method)


def reason(trace):
    """What a failure says last: the exception with its message."""
    lines = [line for line in trace.strip().splitlines() if line and not line.startswith(" ")]
    text = " ".join(lines[-12:])
    return re.sub(r"\x1b\[[0-9;]*m", "", text)[-REASON_LENGTH:]


def outcome(case):
    """The result of a case, and why it is no success."""
    result = unittest.TestResult()
    case.run(result)
    for kind, found in (("error", result.errors), ("failure", result.failures)):
        if found:
            return kind, reason(found[0][1])
    if result.skipped:
        return "skipped", result.skipped[0][1]
    return "success", ""


def with_digests():
    """Has clients send Content-MD5 where S3 requires it: the suite's models leave that to releases of boto3 of their time."""
    import boto3
    import botocore.utils

    make = boto3.client

    def client(*words, **named):
        made = make(*words, **named)
        for name in DIGESTED:
            made.meta.events.register(f"before-call.s3.{name}", botocore.utils.conditionally_calculate_md5)
        return made

    boto3.client = client


def main(directory, profile, wanted):
    """Prints the results."""
    os.chdir(directory)
    sys.path.insert(0, directory)
    warnings.simplefilter("ignore")
    logging.getLogger().addHandler(logging.FileHandler(os.path.join(os.path.dirname(profile), "suite.log")))
    logging.getLogger().setLevel(logging.INFO)
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        import framework.libs.common.globalvar as variables
        from framework.libs.common.cfg_management import CfgMgmt
        from framework.libs.common.suite_management import SuiteManagement
        from framework.libs.common.test_environment_mgmt import TestEnvMgmt

        with_digests()
        variables.init()
        arguments = {"file": profile, "priority": "full", "scope": "full", "testcases": wanted}
        variables.set_value(variables.GlobalKeys.OSE_ARGS.value, arguments)
        settings = CfgMgmt.get_cfg_profile(arguments)
        # The names of priorities are names of groups to the loader: with P3, which no priority has, these are all.
        suites = SuiteManagement(settings)
        if not wanted:
            suites.includes = ["P0", "P1", "P2", "P3"]
        suites.excludes = []
        TestEnvMgmt().env_init()
        prepared = set()
        for case in cases_of(suites.get_parallel_suites()):
            if type(case) not in prepared:
                type(case).setUpClass()
                prepared.add(type(case))
            name = case.id().split(".")[-1]
            kind, why = outcome(case)
            line = {"operation": operation(name), "case": name, "outcome": kind, "reason": why}
            print(json.dumps(line), file=answers, flush=True)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:])
