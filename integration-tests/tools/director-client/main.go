// Drives the plug-in API of a Cloud Director with VMware's own library, go-vcloud-director, and prints what came of each step.
// Its requests are what the tests' stand-in of Cloud Director is held against.
//
//	director-client URL PLUGIN.zip     the password of administrator@System is in DIRECTOR_PASSWORD
package main

import (
	"fmt"
	"net/url"
	"os"

	"github.com/vmware/go-vcloud-director/v2/govcd"
)

func check(step string, err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", step, err)
		os.Exit(1)
	}
	fmt.Println(step)
}

func main() {
	address, err := url.Parse(os.Args[1] + "/api")
	check("parsed the address", err)
	director := govcd.NewVCDClient(*address, true)
	check("logged in", director.Authenticate("administrator", os.Getenv("DIRECTOR_PASSWORD"), "System"))

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
