package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.rollout.AttemptSettings;
import io.sluice.control.run.Runs;
import io.sluice.control.template.KarmadaCaches;
import io.sluice.control.template.SharedCache;
import io.sluice.control.template.StagedRollouts;
import io.sluice.control.template.StagedSettings;
import io.sluice.control.template.TemplateController;
import io.sluice.control.template.TemplateRouter;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.BindingHubActivities;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.hub.template.FingerprintKey;
import io.sluice.policy.BindingName;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.HubActivities;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds what a process caches to propagate templates, and makes the controller while it leads. */
final class TemplatePropagation implements AutoCloseable {
  private final TemplateRouter router;
  private final KarmadaCaches caches;
  private final TemplateSettings settings;
  private final StagedSettings staged;

  private TemplatePropagation(
      TemplateRouter router,
      KarmadaCaches caches,
      TemplateSettings settings,
      StagedSettings staged) {
    this.router = requireNonNull(router, "router is null");
    this.caches = requireNonNull(caches, "caches is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.staged = requireNonNull(staged, "staged is null");
  }

  /**
   * Starts to watch, where the settings say that templates are propagated.
   *
   * @param router is notified of changes of what is shared
   */
  static Optional<TemplatePropagation> start(
      HubConnections hub,
      Settings settings,
      TemplateRouter router,
      HubCaches shared,
      ProcessTime time) {
    return settings
        .templates()
        .map(how -> start(hub, settings, how, router, new SharedHubCaches(shared), time));
  }

  /** Looks up what is cached for policies. */
  private record SharedHubCaches(HubCaches caches) implements SharedCache {
    @Override
    public List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
      return caches.all(kind);
    }

    @Override
    public Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
      return caches.find(kind, key);
    }

    @Override
    public CalendarObjects calendars(String namespace) {
      return caches.calendars(namespace);
    }

    @Override
    public boolean watching() {
      return caches.informers().watching();
    }
  }

  private static TemplatePropagation start(
      HubConnections hub,
      Settings settings,
      TemplateSettings how,
      TemplateRouter router,
      SharedCache shared,
      ProcessTime time) {
    return new TemplatePropagation(
        router,
        KarmadaCaches.start(hub, router, shared, time),
        how,
        new StagedSettings(
            settings.lease().map(LeaseSettings::namespace).orElse(LeaseSettings.NAMESPACE),
            AttemptSettings.of(settings),
            settings.removalGrace()));
  }

  /** Makes the activities of its rollouts, which every process executes. */
  HubActivities activities(
      KubernetesClient hub,
      RequestPool requests,
      EventRecorder events,
      NoticeRules notices,
      Clock clock) {
    return new BindingHubActivities(
        hub,
        caches::clusters,
        settings.executor(),
        settings.view(),
        requests,
        events,
        notices,
        clock);
  }

  /** Returns the groups of a binding, with their clusters. */
  List<DecisionGroup> groups(BindingName name, Instant now) {
    return caches.groups(name, settings.view(), now);
  }

  /** Returns the labels of the template of a binding; none where it is gone. */
  Map<String, String> labels(BindingName name) {
    return caches.labels(name);
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
   * @param notices whom to tell of what changes
   */
  TemplateController controller(
      KubernetesClient writer,
      Runs runs,
      EventRecorder events,
      NoticeRules notices,
      ProcessTime time) {
    return new TemplateController(
        writer,
        caches,
        router,
        events,
        new FingerprintKey(writer, staged.namespace()).get(),
        settings,
        new StagedRollouts(writer, caches, runs, events, notices, staged, settings.view(), time),
        time);
  }

  @Override
  public void close() {
    caches.close();
  }
}
