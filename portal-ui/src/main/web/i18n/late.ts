import { addTexts } from ".";
import { operations as operationsInDe } from "./de/operations";
import { platforms as platformsInDe } from "./de/platforms";
import { operations as operationsInEn } from "./en/operations";
import { platforms as platformsInEn } from "./en/platforms";
import { operations as operationsInJa } from "./ja/operations";
import { platforms as platformsInJa } from "./ja/platforms";
import { operations as operationsInZh } from "./zh/operations";
import { platforms as platformsInZh } from "./zh/platforms";

/** Keys of texts that are loaded with the pages of the provider. */
export type LateKey = keyof typeof operationsInEn | keyof typeof platformsInEn;

addTexts("en", { ...operationsInEn, ...platformsInEn });
addTexts("de", { ...operationsInDe, ...platformsInDe });
addTexts("ja", { ...operationsInJa, ...platformsInJa });
addTexts("zh", { ...operationsInZh, ...platformsInZh });
