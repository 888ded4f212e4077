import type { components, paths } from "./schema";

type Schemas = components["schemas"];

/** A path of the management API, as its description has it. */
export type Path = keyof paths;

/** A page of a list, read on with `after=next`. */
export interface Page<T> {
  items: T[];
  next?: string;
  total?: number;
}

export type Administrator = Schemas["AdministratorView"];
export type AuditEntry = Schemas["AuditView"];
export type Credential = Schemas["CredentialView"];
export type Job = Schemas["JobView"];
export type Me = Schemas["CallerView"];
export type NewShareLink = Schemas["NewShareLinkView"];
export type NewToken = Schemas["NewTokenView"];
export type NewUser = Schemas["NewUserView"];
export type OpenSession = Schemas["OpenSessionView"];
export type Quota = Schemas["QuotaView"];
export type SecondFactorKey = Schemas["SecondFactorKey"];
export type Session = Schemas["SessionView"];
export type ShareLink = Schemas["ShareLinkView"];
export type Tenant = Schemas["TenantView"];
export type Token = Schemas["TokenView"];
export type User = Schemas["UserView"];
