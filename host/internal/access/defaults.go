package access

import (
	"slices"
	"strings"
)

// Area groups permissions as the permission editor shows them.
type Area struct {
	Name        string
	Permissions []string
}

// Catalogue is every permission that the product's specification names, by area. A permission exists once a plugin that defines it is
// installed; DefaultGrants already knows what each role then gets.
var Catalogue = []Area{
	{"org", []string{"updateOrg", "disableOrg", "listOrgs", "viewOrg", "createOrg", "deleteOrg"}},
	{"user", []string{"updateUserRole", "updateUserProfile", "listUsers", "createUser", "updateUserStatus", "updateUserPermissions", "deleteUser"}},
	{"groups", []string{"moveUserToGroup", "deleteGroup", "listGroups", "moveVehicleToGroup", "addGroup", "modifyGroup"}},
	{"geofence", []string{"editGeofence", "unshareGeofence", "createGeofence", "deleteGeofence", "disableGeofence", "viewGeofence", "shareGeofence"}},
	{"tracking", []string{"TrackVehicle", "ViewVehicleRoutes"}},
	{"vehicle", []string{"viewVehicle", "disableVehicle", "getVehiclePresence", "updateVehicle", "createVehicle", "unassignDeviceFromVehicle", "deleteVehicle"}},
	{"device", []string{"deleteDevice", "createDevice", "disableDevice", "assignDeviceToVehicle", "viewDeviceInfo"}},
	{"firmware", []string{"deleteFirmwarePackage", "listFirmwarePackages", "createFirmwarePackage"}},
	{"alerts", []string{"exportAlertMedia", "viewAlertInfo", "rateAlert", "setAlertViewState", "listAlerts", "archiveAlert"}},
	{"reports", []string{"createDrivingEventsReport", "createMileageReport", "runUserActivityReport", "createUserActivityReport", "createIgnitionEventsReport",
		"scheduleReports", "exportReports", "createGeofenceReport", "createIOEventsReport", "createSpeedingReport", "createTripsReport",
		"createFuelUsageReport", "createEvUsageReport", "createSeatbeltReport"}},
	{"config", []string{"viewAlertEmailList", "editAlertConfig", "modifyAlertEmailList", "editAlertUploadSettings"}},
	{"websockets", []string{"getOrgUpdates", "getPresenceUpdates", "getFileProgressUpdates", "getAlertUpdates", "connect"}},
	{"files", []string{"listFilesets", "exportFileset", "shareFileset", "listDeviceFiles", "makeFilesetRequest", "exportVideo", "deleteFileset"}},
	{"videostreaming", []string{"WatchVOD", "WatchLivestream"}},
	{"contacts", []string{"createExternalContact", "modifyExternalContact", "listExternalContacts", "deleteExternalContact"}},
}

// AreaOperations holds the permissions of those who run the host. They are support roles' alone: no organisation can grant them.
const AreaOperations = "operations"

var (
	organisationsOnly = []string{"createOrg", "deleteOrg", "disableOrg"}
	adminOnly         = []string{"updateOrg", "updateUserPermissions", "viewAuditLog"}
	sharing           = []string{"shareGeofence", "unshareGeofence", "shareFileset"}
	contactChanges    = []string{"createExternalContact", "modifyExternalContact", "deleteExternalContact"}
	thirdParty        = []string{"listAlerts", "viewAlertInfo", "viewVehicle", "getVehiclePresence", "TrackVehicle", "viewGeofence",
		"connect", "getPresenceUpdates", "getAlertUpdates", "getOrgUpdates"}
	ownVehicle = []string{"getVehiclePresence", "listAlerts", "viewAlertInfo", "connect", "getPresenceUpdates", "getAlertUpdates"}
	// seeAndAct are the areas in which a fleet manager may do everything.
	seeAndAct = []string{"geofence", "tracking", "alerts", "reports", "websockets", "files", "videostreaming", "contacts"}
	// fleetManagerAlso are single permissions beside seeAndAct. Making, removing and fitting vehicles and devices is administration.
	fleetManagerAlso = []string{"viewOrg", "listUsers", "listGroups", "viewVehicle", "getVehiclePresence", "updateVehicle",
		"viewDeviceInfo", "viewAlertEmailList", "editAlertConfig", "modifyAlertEmailList", "editAlertUploadSettings"}
)

// AreaOf is the area of a permission of the catalogue, empty for one that the specification does not know.
func AreaOf(permission string) string {
	for _, a := range Catalogue {
		if slices.Contains(a.Permissions, permission) {
			return a.Name
		}
	}
	return ""
}

// GrantedByDefault reports whether a role holds a permission in an organisation that edited nothing. A permission outside the catalogue
// (a new plugin's own) is an administrator's until it is granted.
func GrantedByDefault(role, permission, area string) bool {
	if area == AreaOperations && !IsSupport(role) {
		return false
	}
	switch role {
	case SysAdmin, SupportAdmin:
		return true
	case SupportLead:
		return !slices.Contains(organisationsOnly, permission)
	case OrgAdmin:
		return !slices.Contains(organisationsOnly, permission) && permission != "listOrgs" && area != "firmware"
	case GroupAdmin:
		return GrantedByDefault(OrgAdmin, permission, area) && !slices.Contains(adminOnly, permission)
	case FleetManager:
		return slices.Contains(fleetManagerAlso, permission) || slices.Contains(seeAndAct, AreaOf(permission))
	case GeotabUser:
		return GrantedByDefault(FleetManager, permission, area) && !slices.Contains(contactChanges, permission) && !slices.Contains(sharing, permission)
	case ThirdPartyUser:
		return slices.Contains(thirdParty, permission) || AreaOf(permission) == "reports" && strings.HasPrefix(permission, "create")
	case Driver:
		return slices.Contains(ownVehicle, permission)
	default:
		return false
	}
}
