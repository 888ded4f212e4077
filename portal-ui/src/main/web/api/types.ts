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
export type AlertThresholds = Schemas["AlertThresholds"];
export type Announcement = Schemas["AnnouncementView"];
export type NewAnnouncement = Schemas["NewAnnouncement"];
export type AuditEntry = Schemas["AuditView"];
export type Bill = Schemas["Bill"];
export type BillLine = Schemas["BillLine"];
export type Branding = Schemas["Branding"];
export type BrandingView = Schemas["BrandingView"];
export type Console = Schemas["ConsoleView"];
export type CorsPolicy = Schemas["CorsPolicy"];
export type Credential = Schemas["CredentialView"];
export type DirectorOrganisation = Schemas["DirectorOrganisation"];
export type Health = Schemas["HealthView"];
export type Job = Schemas["JobView"];
export type JobFailure = Schemas["JobFailureView"];
export type ListedBucket = Schemas["ListedBucketView"];
export type Me = Schemas["CallerView"];
export type NewShareLink = Schemas["NewShareLinkView"];
export type NewToken = Schemas["NewTokenView"];
export type NewUser = Schemas["NewUserView"];
export type Node = Schemas["NodeView"];
export type OpenSession = Schemas["OpenSessionView"];
export type OwnAnnouncement = Schemas["OwnAnnouncement"];
export type Platform = Schemas["PlatformView"];
export type PlatformCapacity = Schemas["PlatformCapacity"];
export type PlatformTestResult = Schemas["PlatformTestResult"];
export type Prices = Schemas["Prices"];
export type Quota = Schemas["QuotaView"];
export type ProviderIdentity = Schemas["AdministratorProviderView"];
export type QuotaAlert = Schemas["QuotaAlertView"];
export type RatePlan = Schemas["RatePlanView"];
export type ReconciliationReport = Schemas["ReconciliationReport"];
export type ReconciliationRun = Schemas["ReconciliationRun"];
export type SecondFactorKey = Schemas["SecondFactorKey"];
export type Session = Schemas["SessionView"];
export type ShareLink = Schemas["ShareLinkView"];
export type SyncRun = Schemas["SyncRunView"];
export type Tenant = Schemas["TenantView"];
export type TenantAlertThresholds = Schemas["TenantAlertThresholds"];
export type TenantPurge = Schemas["TenantPurgeView"];
export type Token = Schemas["TokenView"];
export type UsagePeriod = Schemas["UsagePeriodView"];
export type User = Schemas["UserView"];
