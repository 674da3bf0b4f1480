// Package tenantdata works on all that the product keeps of one organisation, whatever plugin keeps it: it gives it away as one archive, and removes it when a
// deleted organisation's time is up. A table with a column org_id is the organisation's; so a new plugin is covered without a line of its own.
package tenantdata
