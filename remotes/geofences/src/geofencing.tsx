import { Denied, Loading, usePermission } from '@outrider/sdk';
import { BrowserRouter, Navigate, Route, Routes } from '@outrider/sdk/router';
import { lazy, Suspense } from 'react';

import { ListScreen } from './list/list-screen';

import './geofences.css';

const FormScreen = lazy(async () => ({ default: (await import('./form/form-screen')).FormScreen }));
const ImportScreen = lazy(async () => ({ default: (await import('./import/import-screen')).ImportScreen }));

/** The pages of geofencing. */
export function Geofencing() {
  const mayCreate = usePermission('createGeofence');
  if (!usePermission('viewGeofence')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="/geo-fence/new" element={mayCreate ? <FormScreen key="new" /> : <Denied />} />
          <Route path="/geo-fence/import" element={mayCreate ? <ImportScreen /> : <Denied />} />
          <Route path="/geo-fence/notifications" element={<Navigate to="/geofence-events" replace />} />
          <Route path="/geo-fence/:id/edit" element={<FormScreen />} />
          <Route path="/geo-fence/:id" element={<ListScreen />} />
          <Route path="/geo-fence" element={<ListScreen />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}
