import type { Position } from '@curbwrench/contract/people/schemas';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { useSearch } from '@tanstack/react-router';
import { MapPinned, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { MapSkeleton } from '../maps/map-skeleton.tsx';
import { paths } from '../paths.ts';
import { useZipCenter } from '../places/queries.ts';
import { AreaLookup } from '../service-areas/area-lookup.tsx';
import { AreaRow } from '../service-areas/area-row.tsx';
import {
  serviceAreasQuery,
  useAreaLookup,
  useServiceAreas,
  type AreaLocation,
} from '../service-areas/queries.ts';
import { useViewer } from '../session/queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog, LazyPart } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Panel } from '../ui/panel.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const AreaDialog = lazyComponent(
  async () => (await import('../service-areas/area-dialog.tsx')).AreaDialog,
);
const DeleteAreaDialog = lazyComponent(
  async () => (await import('../service-areas/delete-area-dialog.tsx')).DeleteAreaDialog,
);

// Loaded separately with the map library, which is large.
const AreasMap = lazyComponent(
  async () => (await import('../service-areas/areas-map.tsx')).AreasMap,
);

export const loader: PageLoader = ({ read }) => read(serviceAreasQuery);

/** Shows the areas the business serves on a map and in a list, with a lookup. Admins can edit the areas. */
export function ServiceAreaMapPage() {
  const isAdmin = useViewer()?.role === 'admin';
  const { zip } = useSearch({ from: paths.serviceAreaMap });
  const areas = useServiceAreas();
  const [editedArea, setEditedArea] = useState<ServiceArea | 'new' | null>(null);
  const [areaToDelete, setAreaToDelete] = useState<ServiceArea | null>(null);
  const [lookedUpLocation, setLookedUpLocation] = useState<AreaLocation | null>(
    zip ? { zip } : null,
  );
  const [hoveredId, setHoveredId] = useState<number | null>(null);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const { data: lookupResult } = useAreaLookup(lookedUpLocation);
  const map = useRef<HTMLDivElement>(null);
  const highlightedId = hoveredId ?? selectedId ?? lookupResult?.area?.id ?? null;
  const zipCenter = useZipCenter(lookedUpLocation?.zip ?? null);
  const lookUp = (location: AreaLocation | null) => {
    setLookedUpLocation(location);
    setSelectedId(null);
  };
  const closeEditor = () => setEditedArea(null);
  const closeDelete = () => setAreaToDelete(null);

  return (
    <>
      <PageHeading title="Service Areas" subtitle="Where we work, our hours, and trip fees." />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="lg:col-start-2 lg:row-start-1">
          <AreaLookup location={lookedUpLocation} onLookUp={lookUp} />
        </div>
        <div className="grid min-w-0 gap-6">
          {areas.data && areas.data.length > 0 && (
            <div ref={map} className="scroll-mt-20">
              <LazyPart skeleton={<AreasMapSkeleton />}>
                <AreasMap
                  areas={areas.data}
                  highlightedId={highlightedId}
                  lookedUpPosition={readPosition(lookedUpLocation) ?? zipCenter}
                  onLookUp={lookUp}
                  onHoverArea={setHoveredId}
                />
              </LazyPart>
            </div>
          )}
          <Panel
            flush
            title="Areas we serve"
            action={
              isAdmin && (
                <Button
                  size="sm"
                  icon={<Plus className="size-4" aria-hidden />}
                  onClick={() => setEditedArea('new')}
                >
                  Add area
                </Button>
              )
            }
          >
            <Loaded
              query={areas}
              skeleton={<AreasSkeleton />}
              failure="We couldn't load the service areas."
              getCause={getErrorMessage}
            >
              {(list) => (
                <RestoreFocus>
                  {list.length === 0 ? (
                    <EmptyState icon={<MapPinned aria-hidden />}>
                      {isAdmin
                        ? 'No areas are listed yet. Add one, and everyone can see where you work.'
                        : 'No areas are listed yet. Please ask us whether we serve your address.'}
                    </EmptyState>
                  ) : (
                    <RowList label="Areas we serve" bare>
                      {list.map((area) => (
                        <AreaRow
                          key={area.id}
                          area={area}
                          isHighlighted={area.id === highlightedId}
                          onChoose={() => {
                            setSelectedId(area.id);
                            map.current?.scrollIntoView({ block: 'nearest' });
                          }}
                          onHoverChange={(isHovered) => setHoveredId(isHovered ? area.id : null)}
                        >
                          {isAdmin && (
                            <>
                              <IconButton
                                label={`Edit ${area.name}`}
                                icon={<Pencil className="size-5" aria-hidden />}
                                onClick={() => setEditedArea(area)}
                              />
                              <IconButton
                                label={`Delete ${area.name}`}
                                icon={<Trash2 className="size-5" aria-hidden />}
                                onClick={() => setAreaToDelete(area)}
                              />
                            </>
                          )}
                        </AreaRow>
                      ))}
                    </RowList>
                  )}
                </RestoreFocus>
              )}
            </Loaded>
          </Panel>
        </div>
      </div>
      <p className="mt-6 text-sm text-ink-soft">
        ZIP code data ©{' '}
        <a href="https://www.geonames.org" target="_blank" rel="noreferrer" className="link reach">
          GeoNames
        </a>
        ,{' '}
        <a
          href="https://creativecommons.org/licenses/by/4.0/"
          target="_blank"
          rel="noreferrer"
          className="link reach"
        >
          CC BY 4.0
        </a>
      </p>
      {editedArea !== null && (
        <LazyDialog onClose={closeEditor}>
          <AreaDialog area={editedArea === 'new' ? null : editedArea} onClose={closeEditor} />
        </LazyDialog>
      )}
      {areaToDelete !== null && (
        <LazyDialog onClose={closeDelete}>
          <DeleteAreaDialog area={areaToDelete} onClose={closeDelete} />
        </LazyDialog>
      )}
    </>
  );
}

function readPosition(location: AreaLocation | null): Position | null {
  return location?.lat === undefined || location.lng === undefined
    ? null
    : { lat: location.lat, lng: location.lng };
}

/** Includes a line for the hint below the map, so that the list does not move when the map appears. */
function AreasMapSkeleton() {
  return (
    <div className="grid gap-1.5">
      <MapSkeleton className="h-80 lg:h-104" />
      <Skeleton className="h-[1lh] max-w-96 text-sm" />
    </div>
  );
}

function AreasSkeleton() {
  return (
    <div className="grid gap-4 p-4 sm:p-5">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}
