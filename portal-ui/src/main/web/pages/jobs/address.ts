import type { Job } from "../../api/types";

/** The path of a job in the management API. */
export const JOB = "/api/v1/admin/tenants/{tenant}/users/{user}/jobs/{job}";

export function jobParams({ tenant, user, id }: Pick<Job, "tenant" | "user" | "id">) {
  return { tenant, user, job: id };
}

/** The path of a job in the portal. */
export function jobPath({ tenant, user, id }: Pick<Job, "tenant" | "user" | "id">): string {
  return `jobs/${tenant}/${user}/${id}`;
}
