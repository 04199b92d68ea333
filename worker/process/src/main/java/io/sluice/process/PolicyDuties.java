package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.template.KarmadaCaches;
import io.sluice.hub.client.HubConnections;
import io.sluice.process.leader.LeaderDuties;
import io.sluice.process.leader.LeaderTerm;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reconciles policies while the process leads, with a client that writes only during that time. */
final class PolicyDuties implements LeaderDuties {
  private final HubConnections hub;
  private final HubCaches caches;
  private final Optional<KarmadaCaches> templates;
  private final Function<KubernetesClient, AutoCloseable> controller;

  /**
   * Sets what a term runs.
   *
   * @param watched the kinds that are cached
   * @param templates what is cached to propagate templates
   * @param controller starts the controller on a client
   */
  PolicyDuties(
      HubConnections hub,
      HubCaches caches,
      Optional<KarmadaCaches> templates,
      Function<KubernetesClient, AutoCloseable> controller) {
    this.hub = requireNonNull(hub, "hub is null");
    this.caches = requireNonNull(caches, "caches is null");
    this.templates = requireNonNull(templates, "templates is null");
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
    caches.informers().listAnew();
    templates.ifPresent(each -> each.informers().listAnew());
  }

  @Override
  public List<String> notRead() {
    return Stream.concat(
            caches.notRead().stream(), templates.stream().flatMap(each -> each.notRead().stream()))
        .distinct()
        .toList();
  }
}
