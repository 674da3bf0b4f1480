package tenantdata_test

import (
	"fmt"
	"testing"
)

// BenchmarkErase erases one person after the other beside 1.6 million records of the audit log of others: `go test -run - -bench Erase -benchtime 3x ./host/internal/tenantdata`.
func BenchmarkErase(b *testing.B) {
	o := startOffice(b)
	for _, query := range []string{
		`INSERT INTO outrider.account (email, password_hash, first_name, last_name, org_id, role, group_id)
			SELECT 'person-' || n || '@alpha.test', 'x', 'Person-' || n, 'Of ' || n % 997, 'alpha', 'DRIVER', 'alpha-south' FROM generate_series(1, 100) n`,
		`INSERT INTO outrider.audit_log (id, at, org_id, actor_id, actor_email, actor_name, operation, object_kind, object_id, result, status, fields, detail, address, told)
			SELECT gen_random_uuid(), now() - n * interval '20 seconds', 'alpha', a.id::text, a.email, a.name, 'PUT /api/org/{orgId}/vehicles/{id}', 'vehicle', 'vehicle-' || n % 10000, 'done', 200,
				'{vehicle_name,vehicle_type}', CASE WHEN n % 4 = 0 THEN 'told person-' || n % 90000 || '@alpha.test' ELSE '' END, '192.0.2.9',
				CASE WHEN n % 3 > 0 THEN jsonb_build_object('values', jsonb_build_object('vehicle', 'Van ' || n % 10000),
					'changes', jsonb_build_array(jsonb_build_object('field', 'vehicle_name', 'before', 'Van ' || n % 10000, 'after', 'Lorry ' || n % 10000))) END
			FROM generate_series(1, 1600000) n JOIN outrider.account a ON a.email = CASE WHEN n % 100000 < 100 THEN 'person-' || n % 100000 + 1 || '@alpha.test' ELSE 'org_admin@alpha.test' END`,
		`VACUUM ANALYZE outrider.account`, `VACUUM ANALYZE outrider.audit_log`,
	} {
		if _, err := o.DB.Pool().Exec(b.Context(), query); err != nil {
			b.Fatal(err)
		}
	}
	n := 0
	for b.Loop() {
		n++
		done, err := o.erase(byAdmin, o.UserID(b, fmt.Sprintf("person-%d@alpha.test", n)))
		if err != nil || done.Records < 16 {
			b.Fatalf("%+v, %v", done, err)
		}
	}
}
