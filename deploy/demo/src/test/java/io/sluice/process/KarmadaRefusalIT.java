package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.KarmadaSetup;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.template.KarmadaGuard;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Starts a worker that propagates templates beside Karmada's own controllers. */
@Timeout(Patience.TEST)
@ExtendWith(KarmadaSetup.class)
class KarmadaRefusalIT {

  @TempDir static Path folder;

  @Test
  void aWorkerWaitsUntilKarmadasLeaseIsNotRenewedAnyMore() {
    try (KubernetesClient admin = SharedDevServers.get().client()) {
      admin
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(KarmadaGuard.NAMESPACE)
                  .endMetadata()
                  .build())
          .createOr(existing -> null);
      RenewedLease lease = new RenewedLease(admin, KarmadaGuard.NAMESPACE, KarmadaGuard.LEASE);
      try (WorkerJvm worker =
          WorkerJvm.start(SharedDevServers.get(), folder.resolve("worker.log"), "--karmada")) {
        try (lease) {
          await()
              .atMost(Patience.MOST)
              .until(() -> worker.notReady().contains("Cannot propagate templates"));
          assertThat(worker.notReady())
              .contains(
                  "Cannot propagate templates: Lease %s is being renewed, so Karmada's controllers write the same objects."
                      .formatted(lease.name()));
          assertThat(worker.output()).contains("Lease %s is being renewed".formatted(lease.name()));
        }
        await().atMost(WorkerJvm.START).until(worker::leads);
      } finally {
        admin.leases().inNamespace(KarmadaGuard.NAMESPACE).withName(KarmadaGuard.LEASE).delete();
      }
    }
  }
}
