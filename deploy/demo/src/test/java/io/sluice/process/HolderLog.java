package io.sluice.process;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records who holds the Lease of workers, one after the other. */
final class HolderLog implements AutoCloseable {
  private final List<String> holders = new CopyOnWriteArrayList<>();
  private final Watch watch;

  HolderLog(KubernetesClient client) {
    watch =
        client
            .leases()
            .inNamespace("sluice-system")
            .withName("sluice")
            .watch(
                new Watcher<Lease>() {
                  @Override
                  public void eventReceived(Action action, Lease lease) {
                    add(Objects.requireNonNullElse(lease.getSpec().getHolderIdentity(), ""));
                  }

                  @Override
                  public void onClose(WatcherException cause) {}
                });
  }

  private void add(String holder) {
    if (holders.isEmpty() || !holders.get(holders.size() - 1).equals(holder)) {
      holders.add(holder);
    }
  }

  /** Returns each holder so far; empty where the Lease was released. */
  List<String> holders() {
    return List.copyOf(holders);
  }

  @Override
  public void close() {
    watch.close();
  }
}
