// Drives a Cloud Director with VMware's own library, go-vcloud-director, and prints what came of each step. Its requests
// are what the tests' stand-in of Cloud Director is held against. The password of administrator@System is in
// DIRECTOR_PASSWORD.
//
//	director-client URL PLUGIN.zip     the plug-in API
//	director-client URL session        whose session that is, and the rights of its roles
//	director-client URL token TOKEN    the same for an access token
package main

import (
	"fmt"
	"net/url"
	"os"

	"github.com/vmware/go-vcloud-director/v2/govcd"
	"github.com/vmware/go-vcloud-director/v2/types/v56"
)

func check(step string, err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", step, err)
		os.Exit(1)
	}
	fmt.Println(step)
}

// Prints whose session it is, and how many rights its roles have.
func showSession(director *govcd.VCDClient) {
	session, err := director.Client.GetSessionInfo()
	check("asked for the session", err)
	fmt.Printf("user %s %s\norganisation %s %s\n", session.User.Name, session.User.ID, session.Org.Name, session.Org.ID)
	version, err := director.Client.MaxSupportedVersion()
	check("chose version "+version, err)
	for _, role := range session.RoleRefs {
		endpoint, err := director.Client.OpenApiBuildEndpoint(
			types.OpenApiPathVersion1_0_0, types.OpenApiEndpointRoles, role.ID, "/rights")
		check("role "+role.Name, err)
		rights := []*types.Right{{}}
		check("asked for rights", director.Client.OpenApiGetAllItems(version, endpoint, nil, &rights, nil))
		fmt.Printf("%d rights, the last %s %s\n", len(rights), rights[len(rights)-1].Name, rights[len(rights)-1].RightType)
	}
}

func main() {
	address, err := url.Parse(os.Args[1] + "/api")
	check("parsed the address", err)
	director := govcd.NewVCDClient(*address, true)
	if os.Args[2] == "token" {
		director.Client.VCDAuthHeader = govcd.BearerTokenHeader
		director.Client.VCDToken = os.Args[3]
		director.Client.UsingBearerToken = true
		// Has it ask for the versions, as a login does.
		director.Client.APIVCDMaxVersionIs(">= 36.0")
		showSession(director)
		return
	}
	check("logged in", director.Authenticate("administrator", os.Getenv("DIRECTOR_PASSWORD"), "System"))
	if os.Args[2] == "session" {
		showSession(director)
		return
	}

	plugin, err := director.AddUIPlugin(os.Args[2], true)
	check("added", err)
	same, err := director.GetUIPluginById(plugin.UIPluginMetadata.ID)
	check("found by id "+plugin.UIPluginMetadata.ID, err)
	metadata := same.UIPluginMetadata
	again, err := director.GetUIPlugin(metadata.Vendor, metadata.PluginName, metadata.Version)
	check("found by name", err)
	if !again.IsTheSameAs(plugin) {
		check("compared", fmt.Errorf("%v is not %v", again.UIPluginMetadata, plugin.UIPluginMetadata))
	}
	fmt.Printf("status %s, enabled %t, tenant %t, provider %t\n",
		again.UIPluginMetadata.PluginStatus, again.UIPluginMetadata.Enabled, again.UIPluginMetadata.TenantScoped,
		again.UIPluginMetadata.ProviderScoped)

	check("published", plugin.PublishAll())
	tenants, err := plugin.GetPublishedTenants()
	check(fmt.Sprintf("is published to %d", len(tenants)), err)
	check("unpublished", plugin.UnpublishAll())
	tenants, err = plugin.GetPublishedTenants()
	check(fmt.Sprintf("is published to %d", len(tenants)), err)
	check("updated", plugin.Update(false, true, true))
	fmt.Printf("enabled %t, provider %t\n", plugin.UIPluginMetadata.Enabled, plugin.UIPluginMetadata.ProviderScoped)

	_, err = director.AddUIPlugin(os.Args[2], true)
	if err == nil {
		check("added twice", fmt.Errorf("one name, vendor and version was taken twice"))
	}
	if len(os.Args) > 3 {
		fmt.Println("left there")
		return
	}
	check("deleted", plugin.Delete())
	_, err = director.GetUIPluginById(metadata.ID)
	if !govcd.ContainsNotFound(err) {
		check("looked for what is gone", fmt.Errorf("the library does not understand the answer: %v", err))
	}
	fmt.Println("gone")
}
