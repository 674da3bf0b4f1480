/** The demonstration's people that journeys sign in as. */
export const accounts = { admin: 'admin@demo.test', manager: 'manager@demo.test', viewer: 'viewer@demo.test', driver: 'driver@demo.test', rival: 'admin@rival.test', support: 'support@outrider.test' } as const;

/** The password of all of them. */
export const password = 'Outrider1';
