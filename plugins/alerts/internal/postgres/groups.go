package postgres

import "outrider.dev/sdk/web"

// groupsCounted is of how many groups counts are added up at most. Who sees more of them has few vehicles in each, and is answered by counting alerts.
const groupsCounted = 64

// counted reports whether the days' counts can answer the query, and finds the groups whose counts do so.
func (f *finder) counted() (answered bool, err error) {
	all := seesAll(f.caller)
	switch {
	case !f.query.alikeOnly() || !all && (isDriver(f.caller) || len(f.caller.Scope.VehicleIDs) > 0):
		return false, nil
	case all && len(f.query.Groups) == 0:
		return true, nil
	}
	where := &conditions{}
	where.add("g.org_id = ?", f.caller.OrgID)
	if !all {
		where.add("g.path >= ? AND g.path < ? AND NOT g.deleted", f.caller.Scope.Path, web.PathEnd(f.caller.Scope.Path))
	}
	if len(f.query.Groups) > 0 {
		where.add("EXISTS (SELECT FROM alerts.fleet_group top WHERE top.org_id = g.org_id AND top.id = ANY(?) AND starts_with(g.path, top.path))", &f.query.Groups)
	}
	f.groups = []string{}
	err = f.tx.Raw(`SELECT g.id FROM alerts.fleet_group g WHERE `+where.sql()+` LIMIT ?`, append(where.args, groupsCounted+1)...).Scan(&f.groups).Error
	return len(f.groups) <= groupsCounted, err
}
