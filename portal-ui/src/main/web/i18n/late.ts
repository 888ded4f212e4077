import { addTexts } from ".";
import { billing as billingInDe } from "./de/billing";
import { operations as operationsInDe } from "./de/operations";
import { platforms as platformsInDe } from "./de/platforms";
import { tenants as tenantsInDe } from "./de/tenants";
import { billing as billingInEn } from "./en/billing";
import { operations as operationsInEn } from "./en/operations";
import { platforms as platformsInEn } from "./en/platforms";
import { tenants as tenantsInEn } from "./en/tenants";
import { billing as billingInJa } from "./ja/billing";
import { operations as operationsInJa } from "./ja/operations";
import { platforms as platformsInJa } from "./ja/platforms";
import { tenants as tenantsInJa } from "./ja/tenants";
import { billing as billingInZh } from "./zh/billing";
import { operations as operationsInZh } from "./zh/operations";
import { platforms as platformsInZh } from "./zh/platforms";
import { tenants as tenantsInZh } from "./zh/tenants";

/** Keys of texts that are loaded with the pages of the provider. */
export type LateKey = keyof typeof billingInEn | keyof typeof operationsInEn | keyof typeof platformsInEn | keyof typeof tenantsInEn;

addTexts("en", { ...billingInEn, ...operationsInEn, ...platformsInEn, ...tenantsInEn });
addTexts("de", { ...billingInDe, ...operationsInDe, ...platformsInDe, ...tenantsInDe });
addTexts("ja", { ...billingInJa, ...operationsInJa, ...platformsInJa, ...tenantsInJa });
addTexts("zh", { ...billingInZh, ...operationsInZh, ...platformsInZh, ...tenantsInZh });
