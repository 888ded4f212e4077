"""Does one thing with boto3 at its default settings: boto3_client.py ENDPOINT ACTION ARGUMENT..."""

import os
import sys

import boto3
import urllib3
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.httpsession import URLLib3Session


def make_bucket(s3, bucket):
    s3.create_bucket(Bucket=bucket)


def remove_bucket(s3, bucket):
    s3.delete_bucket(Bucket=bucket)


def put(s3, file, bucket, key):
    with open(file, "rb") as body:
        s3.put_object(Bucket=bucket, Key=key, Body=body)


def upload(s3, file, bucket, key):
    s3.upload_file(file, bucket, key)


def download(s3, bucket, key, file):
    s3.download_file(bucket, key, file)


def keys(s3, bucket, prefix):
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
        for found in page.get("Contents", []):
            yield found["Key"]


def list_keys(s3, bucket, prefix):
    sys.stdout.write("\0".join(keys(s3, bucket, prefix)))


def upload_tree(s3, folder, bucket, prefix):
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            s3.upload_file(file, bucket, prefix + os.path.relpath(file, folder))


def download_tree(s3, bucket, prefix, folder):
    for key in keys(s3, bucket, prefix):
        file = os.path.join(folder, key[len(prefix):])
        os.makedirs(os.path.dirname(file), exist_ok=True)
        s3.download_file(bucket, key, file)


def copy(s3, bucket, key, new_key):
    s3.copy({"Bucket": bucket, "Key": key}, bucket, new_key)


def delete(s3, bucket, key):
    s3.delete_object(Bucket=bucket, Key=key)


def delete_tree(s3, bucket, prefix):
    found = [{"Key": key} for key in keys(s3, bucket, prefix)]
    for start in range(0, len(found), 1000):
        answer = s3.delete_objects(Bucket=bucket, Delete={"Objects": found[start:start + 1000]})
        if answer.get("Errors"):
            sys.exit(str(answer["Errors"]))


def get_json(s3, target):
    """Prints the status and the body of a GET that S3 does not know, signed as boto3 signs."""
    request = AWSRequest(method="GET", url=s3.meta.endpoint_url + target, headers={"Accept": "application/json"})
    S3SigV4Auth(boto3.Session().get_credentials(), "s3", s3.meta.region_name).add_auth(request)
    answer = URLLib3Session().send(request.prepare())
    sys.stdout.write(f"{answer.status_code} {answer.text}")


def post_form(s3, file, bucket, key):
    """Posts a file by the form that boto3 signs, with a condition on a field that the page fills in, and prints the status."""
    signer = boto3.client("s3", endpoint_url=s3.meta.endpoint_url, config=Config(signature_version="s3v4"))
    form = signer.generate_presigned_post(
        bucket,
        key,
        Fields={"x-amz-meta-colour": "red"},
        Conditions=[{"x-amz-meta-colour": "red"}, ["content-length-range", 1, 1 << 20], ["starts-with", "$Content-Type", "image/"]],
        ExpiresIn=60)
    with open(file, "rb") as content:
        fields = {**form["fields"], "Content-Type": "image/png", "file": ("any name.png", content.read())}
    trust = {"ca_certs": os.environ["AWS_CA_BUNDLE"]} if "AWS_CA_BUNDLE" in os.environ else {}
    answer = urllib3.PoolManager(**trust).request("POST", form["url"], fields=fields)
    sys.stdout.write(str(answer.status))


def put_with_checksum(s3, file, bucket, key, algorithm):
    """Puts a file with a checksum that boto3 computes, reads it back checked, and prints the checksum that S3 returns."""
    with open(file, "rb") as body:
        put = s3.put_object(Bucket=bucket, Key=key, Body=body, ChecksumAlgorithm=algorithm)
    got = s3.get_object(Bucket=bucket, Key=key, ChecksumMode="ENABLED")
    got["Body"].read()
    assert got["Checksum" + algorithm] == put["Checksum" + algorithm], (put, got)
    sys.stdout.write(got["Checksum" + algorithm])


def encrypt(s3, file, bucket, key):
    """Uploads a file to a bucket that encrypts by default, and once more by request; reads it by ranges, and copies it."""
    rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": False}
    s3.put_bucket_encryption(Bucket=bucket, ServerSideEncryptionConfiguration={"Rules": [rule]})
    settings = s3.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"]["Rules"]
    assert settings == [rule], settings
    with open(file, "rb") as body:
        content = body.read()
    s3.upload_file(file, bucket, key)
    s3.delete_bucket_encryption(Bucket=bucket)
    s3.put_object(Bucket=bucket, Key=key + "-put", Body=content, ServerSideEncryption="AES256")
    s3.copy_object(Bucket=bucket, Key=key + "-plain", CopySource={"Bucket": bucket, "Key": key + "-put"})
    for name, algorithm in ((key, "AES256"), (key + "-put", "AES256"), (key + "-plain", None)):
        got = s3.get_object(Bucket=bucket, Key=name)
        assert got.get("ServerSideEncryption") == algorithm, (name, got)
        assert got["Body"].read() == content, name
    for first in (0, 65535, 8 * 1024 * 1024 - 1):
        got = s3.get_object(Bucket=bucket, Key=key, Range=f"bytes={first}-{first + 70000}")
        assert got["Body"].read() == content[first:first + 70001], first


ACTIONS = {
    "make-bucket": make_bucket,
    "remove-bucket": remove_bucket,
    "put": put,
    "upload": upload,
    "upload-tree": upload_tree,
    "download": download,
    "download-tree": download_tree,
    "list": list_keys,
    "copy": copy,
    "delete": delete,
    "delete-tree": delete_tree,
    "get-json": get_json,
    "post-form": post_form,
    "put-with-checksum": put_with_checksum,
    "encrypt": encrypt,
}

if __name__ == "__main__":
    ACTIONS[sys.argv[2]](boto3.client("s3", endpoint_url=sys.argv[1]), *sys.argv[3:])
