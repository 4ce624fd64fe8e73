import { CarFront, Contact } from 'lucide-react';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { requestFile } from '../api/request.ts';
import { saveFile } from '../lib/save-file.ts';
import { Menu } from '../ui/menu.tsx';
import { showFailureToast } from '../ui/toast-store.ts';

/** Renders the menu that downloads all customers or all vehicles as a CSV file. */
export function ExportMenu() {
  return (
    <Menu
      label="More"
      items={[
        {
          label: 'Export customers',
          icon: <Contact aria-hidden />,
          onSelect: () => void download('exportCustomers', 'customers.csv'),
        },
        {
          label: 'Export vehicles',
          icon: <CarFront aria-hidden />,
          onSelect: () => void download('exportVehicles', 'vehicles.csv'),
        },
      ]}
    />
  );
}

async function download(name: 'exportCustomers' | 'exportVehicles', fileName: string) {
  try {
    saveFile(await requestFile(name), fileName);
  } catch (error) {
    showFailureToast('Export failed', getErrorMessageWithStatus(error));
  }
}
