package io.sluice.worker;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.detector.KarmadaCaches;
import io.sluice.detector.TemplateController;
import io.sluice.detector.TemplateRouter;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.karmada.FingerprintKey;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import java.time.Clock;
import java.util.Optional;

/** Holds what a process caches to propagate templates, and makes the controller while it leads. */
final class TemplatePropagation implements AutoCloseable {
  private final TemplateRouter router;
  private final KarmadaCaches caches;
  private final TemplateSettings settings;
  private final String namespace;

  private TemplatePropagation(
      TemplateRouter router, KarmadaCaches caches, TemplateSettings settings, String namespace) {
    this.router = requireNonNull(router, "router is null");
    this.caches = requireNonNull(caches, "caches is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.namespace = requireNonNull(namespace, "namespace is null");
  }

  /** Starts to watch, where the settings say that templates are propagated. */
  static Optional<TemplatePropagation> start(HubConnections hub, Settings settings) {
    return settings.templates().map(how -> start(hub, settings, how));
  }

  private static TemplatePropagation start(
      HubConnections hub, Settings settings, TemplateSettings how) {
    TemplateRouter router = new TemplateRouter();
    return new TemplatePropagation(
        router,
        KarmadaCaches.start(hub, router),
        how,
        settings.lease().map(LeaseSettings::namespace).orElse(LeaseSettings.NAMESPACE));
  }

  KarmadaCaches caches() {
    return caches;
  }

  /** Formats why nothing is written; empty when nothing keeps it from that. */
  Optional<String> suspended() {
    return caches.karmada().problem();
  }

  /**
   * Makes a controller.
   *
   * @param writer a client that may write for as long as this process leads
   */
  TemplateController controller(KubernetesClient writer, EventRecorder events, Clock clock) {
    return new TemplateController(
        writer,
        caches,
        router,
        events,
        new FingerprintKey(writer, namespace).get(),
        settings,
        clock);
  }

  @Override
  public void close() {
    caches.close();
  }
}
