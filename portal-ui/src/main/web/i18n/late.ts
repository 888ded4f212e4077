import { addTexts } from ".";
import { billing as billingInDe } from "./de/billing";
import { operations as operationsInDe } from "./de/operations";
import { platforms as platformsInDe } from "./de/platforms";
import { billing as billingInEn } from "./en/billing";
import { operations as operationsInEn } from "./en/operations";
import { platforms as platformsInEn } from "./en/platforms";
import { billing as billingInJa } from "./ja/billing";
import { operations as operationsInJa } from "./ja/operations";
import { platforms as platformsInJa } from "./ja/platforms";
import { billing as billingInZh } from "./zh/billing";
import { operations as operationsInZh } from "./zh/operations";
import { platforms as platformsInZh } from "./zh/platforms";

/** Keys of texts that are loaded with the pages of the provider. */
export type LateKey = keyof typeof billingInEn | keyof typeof operationsInEn | keyof typeof platformsInEn;

addTexts("en", { ...billingInEn, ...operationsInEn, ...platformsInEn });
addTexts("de", { ...billingInDe, ...operationsInDe, ...platformsInDe });
addTexts("ja", { ...billingInJa, ...operationsInJa, ...platformsInJa });
addTexts("zh", { ...billingInZh, ...operationsInZh, ...platformsInZh });
