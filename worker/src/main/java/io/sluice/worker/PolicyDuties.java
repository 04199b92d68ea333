package io.sluice.worker;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubConnections;
import io.sluice.leader.LeaderDuties;
import io.sluice.leader.LeaderTerm;
import java.util.List;
import java.util.function.Function;

/** Reconciles policies while the process leads, with a client that writes only as long. */
final class PolicyDuties implements LeaderDuties {
  private final HubConnections hub;
  private final List<String> watched;
  private final Function<KubernetesClient, AutoCloseable> controller;

  /**
   * Sets what a term runs.
   *
   * @param watched the kinds that are cached
   * @param controller starts the controller on a client
   */
  PolicyDuties(
      HubConnections hub,
      List<String> watched,
      Function<KubernetesClient, AutoCloseable> controller) {
    this.hub = requireNonNull(hub, "hub is null");
    this.watched = List.copyOf(watched);
    this.controller = requireNonNull(controller, "controller is null");
  }

  @Override
  public AutoCloseable begin(LeaderTerm term) {
    KubernetesClient client = hub.guarded(term);
    try {
      AutoCloseable running = controller.apply(client);
      return () -> {
        try (client) {
          running.close();
        }
      };
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public void readAnew() {
    hub.lists().demand();
  }

  @Override
  public List<String> notRead() {
    return hub.lists().missing(watched);
  }
}
