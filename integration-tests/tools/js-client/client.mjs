// Does things with the SDK for JavaScript at its default settings. Reads a line of JSON for each, {"words": [ENDPOINT, ACTION,
// ARGUMENT...]}, and answers with one, {"status": N, "output": "...", "errors": "..."}. Ends with its standard input.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";

let s3;

async function keysOf(Bucket, Prefix) {
  const keys = [];
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
    keys.push(...(page.Contents ?? []).map((object) => object.Key));
  }
  return keys;
}

const upload = (file, Bucket, Key) =>
  new Upload({ client: s3, params: { Bucket, Key, Body: createReadStream(file) } }).done();

async function download(Bucket, Key, file) {
  await mkdir(dirname(file), { recursive: true });
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  await pipeline(Body, createWriteStream(file));
}

const actions = {
  "make-bucket": (Bucket) => s3.send(new CreateBucketCommand({ Bucket })),
  "remove-bucket": (Bucket) => s3.send(new DeleteBucketCommand({ Bucket })),
  put: (file, Bucket, Key) => s3.send(new PutObjectCommand({ Bucket, Key, Body: createReadStream(file) })),
  upload,
  async "upload-tree"(folder, bucket, prefix) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) {
        const file = join(entry.parentPath, entry.name);
        await upload(file, bucket, prefix + relative(folder, file));
      }
    }
  },
  download,
  async "download-tree"(bucket, prefix, folder) {
    for (const key of await keysOf(bucket, prefix)) {
      await download(bucket, key, join(folder, key.slice(prefix.length)));
    }
  },
  async list(bucket, prefix) {
    return (await keysOf(bucket, prefix)).join("\0");
  },
  copy: (Bucket, from, Key) =>
    s3.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${encodeURIComponent(from)}` })),
  delete: (Bucket, Key) => s3.send(new DeleteObjectCommand({ Bucket, Key })),
  async "delete-tree"(Bucket, prefix) {
    const keys = await keysOf(Bucket, prefix);
    while (keys.length > 0) {
      const Objects = keys.splice(0, 1000).map((Key) => ({ Key }));
      const { Errors } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      if (Errors?.length) {
        throw new Error(JSON.stringify(Errors));
      }
    }
  },
};

async function perform([endpoint, action, ...words]) {
  s3 = new S3Client({ endpoint, forcePathStyle: true });
  try {
    const output = await actions[action](...words);
    return { status: 0, output: typeof output === "string" ? output : "", errors: "" };
  } catch (e) {
    return { status: 1, output: "", errors: e.stack ?? String(e) };
  } finally {
    s3.destroy();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await perform(JSON.parse(line).words)) + "\n");
}
