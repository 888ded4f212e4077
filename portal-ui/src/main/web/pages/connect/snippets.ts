/** How a client reaches S3. */
export interface Place {
  endpoint: string;
  region: string;
  isPathStyle: boolean;
  accessKey: string;
}

/** Stands for what the portal does not know. */
const SECRET = "SECRET_KEY";
const BUCKET = "BUCKET";

interface Client {
  name: string;
  /** Whether it takes no endpoint with a path. */
  needsRoot?: boolean;
  text: (place: Place) => string;
}

const environment = ({ accessKey, region }: Place): string =>
  `export AWS_ACCESS_KEY_ID=${accessKey} AWS_SECRET_ACCESS_KEY=${SECRET} AWS_DEFAULT_REGION=${region}`;
const style = ({ isPathStyle }: Place): string => (isPathStyle ? "path" : "virtual");

const CLIENTS: Client[] = [
  {
    name: "AWS CLI",
    text: (it) =>
      [
        `aws configure set aws_access_key_id ${it.accessKey} --profile ose`,
        `aws configure set aws_secret_access_key ${SECRET} --profile ose`,
        `aws configure set region ${it.region} --profile ose`,
        `aws configure set endpoint_url ${it.endpoint} --profile ose`,
        `aws configure set s3.addressing_style ${style(it)} --profile ose`,
        "aws s3 ls --profile ose",
      ].join("\n"),
  },
  {
    name: "boto3",
    text: (it) => `import boto3
from botocore.config import Config

s3 = boto3.client(
    "s3",
    endpoint_url="${it.endpoint}",
    region_name="${it.region}",
    aws_access_key_id="${it.accessKey}",
    aws_secret_access_key="${SECRET}",
    config=Config(s3={"addressing_style": "${style(it)}"}),
)
print(s3.list_buckets()["Buckets"])`,
  },
  {
    name: "rclone",
    text: (it) => `[ose]
type = s3
provider = Other
endpoint = ${it.endpoint}
region = ${it.region}
force_path_style = ${String(it.isPathStyle)}
access_key_id = ${it.accessKey}
secret_access_key = ${SECRET}`,
  },
  {
    name: "s3fs",
    text: (it) =>
      [
        `echo ${it.accessKey}:${SECRET} > ~/.passwd-s3fs && chmod 600 ~/.passwd-s3fs`,
        `s3fs ${BUCKET} /mnt/${BUCKET} -o url=${it.endpoint} -o endpoint=${it.region}` +
          (it.isPathStyle ? " -o use_path_request_style" : ""),
      ].join("\n"),
  },
  { name: "s5cmd", needsRoot: true, text: (it) => `${environment(it)}\ns5cmd --endpoint-url ${it.endpoint} ls` },
  {
    name: "MinIO client (mc)",
    needsRoot: true,
    text: (it) =>
      `mc alias set ose ${it.endpoint} ${it.accessKey} ${SECRET} --api S3v4 --path ${it.isPathStyle ? "on" : "off"}\nmc ls ose`,
  },
  {
    name: "restic",
    needsRoot: true,
    text: (it) =>
      `${environment(it)}\nrestic -r s3:${it.endpoint}/${BUCKET} -o s3.bucket-lookup=${it.isPathStyle ? "path" : "dns"} init`,
  },
  {
    name: "Velero",
    needsRoot: true,
    text: (it) => `cat > credentials-velero <<EOF
[default]
aws_access_key_id=${it.accessKey}
aws_secret_access_key=${SECRET}
EOF
velero install --provider aws --plugins velero/velero-plugin-for-aws:VERSION \\
  --bucket ${BUCKET} --secret-file ./credentials-velero --use-volume-snapshots=false \\
  --backup-location-config region=${it.region},s3ForcePathStyle="${String(it.isPathStyle)}",s3Url=${it.endpoint}`,
  },
  {
    name: "curl",
    text: (it) =>
      `curl --aws-sigv4 aws:amz:${it.region}:s3 --user ${it.accessKey}:${SECRET} -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' ${it.endpoint}/`,
  },
];

/** What is typed for each client that can use the endpoint. */
export function snippetsFor(place: Place): { name: string; text: string }[] {
  const isRoot = new URL(place.endpoint).pathname === "/";
  const endpoint = place.endpoint.replace(/\/$/, "");
  return CLIENTS.filter((it) => isRoot || !it.needsRoot).map(({ name, text }) => ({ name, text: text({ ...place, endpoint }) }));
}
