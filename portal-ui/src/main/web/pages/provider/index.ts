// The pages of the provider with their texts, which others do not load.
import "../../i18n/late";
import "../../ui/chart";
import "./billing/billing";
import "./nodes";
import "./overview/overview";
import "./platforms/list";
import "./platforms/platform";
import "./service/service";
import "./tenants/create";
import "./tenants/list";
import "./tenants/tenant";
