package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.activation.Fingerprinter;
import io.sluice.control.approval.ApprovalMonitor;
import io.sluice.control.queue.FullPass;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.control.queue.WriterMonitor;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.BindingName;
import io.sluice.settings.TemplateSettings;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.PolicyClaim;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyName;
import io.sluice.template.ResourceId;
import io.sluice.template.ResourceSelector;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.TemplateScope;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Propagates templates while the process leads: each at the start and every ten minutes, else when
 * something changes that its decision reads. A template has one decision at a time.
 */
public final class TemplateController implements AutoCloseable, TemplateRouter.ChangeHandler {
  private static final int WORKERS = 8;
  private static final Duration FULL_PASS_EVERY = Duration.ofMinutes(10);
  private static final Duration WRITER_CHECK_EVERY = Duration.ofSeconds(1);

  /** Pause after a conflict, until the caches show the other write. */
  private static final Duration CONFLICT = Duration.ofMillis(100);

  private final KarmadaCaches caches;
  private final TemplateRouter router;
  private final TemplateScope scope;
  private final Fingerprinter fingerprints;
  private final NotedContent noted = new NotedContent();
  private final PropagationPolicyCreations creations = new PropagationPolicyCreations();
  private final WriterMonitor karmada;
  private final ApprovalMonitor approvals;
  private final StagedRollouts staged;
  private final TemplateReconciler templates;
  private final PropagationPolicyReconciler policies;
  private final WorkQueue<ResourceId> templateQueue;
  private final WorkQueue<PropagationPolicyName> policyQueue;
  private final FullPass passes;

  /**
   * Creates a controller; {@link #start()} starts it.
   *
   * @param hub a client that may write for as long as this process leads
   * @param fingerprintKey of Secrets
   * @param settings how templates are propagated
   * @param staged has those rolled out whose policy names a strategy
   */
  public TemplateController(
      KubernetesClient hub,
      KarmadaCaches caches,
      TemplateRouter router,
      EventRecorder events,
      byte[] fingerprintKey,
      TemplateSettings settings,
      StagedRollouts staged,
      ProcessTime time) {
    this.caches = requireNonNull(caches, "caches is null");
    this.router = requireNonNull(router, "router is null");
    this.staged = requireNonNull(staged, "staged is null");
    this.karmada =
        new WriterMonitor(
            "karmada",
            WRITER_CHECK_EVERY,
            caches.karmada()::problem,
            "Karmada's controllers do not run any more: templates are propagated",
            this::lookAtAll,
            time);
    this.approvals =
        new ApprovalMonitor(
            () -> caches.all(Kinds.ROLLOUT), caches.approvals(), this::lookAtAll, time);
    this.scope = settings.scope();
    this.fingerprints = new Fingerprinter(settings.view(), fingerprintKey);
    this.templates =
        new TemplateReconciler(
            hub,
            caches,
            new TemplateFactsReader(caches, fingerprints, noted, creations, staged),
            settings,
            new ActivationReporter(events),
            staged,
            time.clock());
    this.policies = new PropagationPolicyReconciler(hub, caches, events);
    this.templateQueue = new WorkQueue<>(time, "templates", WORKERS, this::reconcile);
    this.policyQueue = new WorkQueue<>(time, "propagation policies", 1, this::reconcile);
    this.passes = new FullPass("template passes", FULL_PASS_EVERY, this::pass, time);
  }

  /** Starts to handle events, and looks at everything once. */
  public TemplateController start() {
    router.attach(this);
    karmada.start();
    approvals.start();
    staged.start();
    lookAtAll();
    return this;
  }

  /** Returns what is measured of its queues. */
  public List<QueueStatistics> queues() {
    return List.of(templateQueue.statistics(), policyQueue.statistics(), passes.statistics());
  }

  private void lookAtAll() {
    passes.ask();
  }

  private void pass() {
    Stream.of(KarmadaKinds.PROPAGATION_POLICY, KarmadaKinds.CLUSTER_PROPAGATION_POLICY)
        .flatMap(kind -> caches.all(kind).stream())
        .forEach(this::policyChanged);
    caches.templates().forEach(object -> templateChanged(Optional.empty(), Optional.of(object)));
    caches.bindings().all().forEach(this::bindingChanged);
  }

  private void reconcile(ResourceId template) {
    if (karmada.look().isPresent()) {
      return;
    }
    repeating(
        "propagate " + template,
        () -> templates.reconcile(template).ifPresent(d -> templateQueue.addAfter(template, d)),
        () -> templateQueue.addAfter(template, CONFLICT));
  }

  private void reconcile(PropagationPolicyName policy) {
    Optional<String> suspended = karmada.look();
    if (suspended.isPresent()) {
      policies.suspended(policy, suspended.get());
      return;
    }
    repeating(
        "reconcile " + policy,
        () -> {
          Optional<Duration> again = policies.reconcile(policy);
          caches
              .policies()
              .find(policy)
              .map(PropagationPolicyCache::parse)
              .ifPresentOrElse(this::matching, () -> creations.forget(policy));
          again.ifPresent(delay -> policyQueue.addAfter(policy, delay));
        },
        () -> policyQueue.addAfter(policy, CONFLICT));
  }

  /**
   * Does work again after a conflict, which is no failure: the decision was made from an older
   * state.
   */
  private static void repeating(String doing, Runnable work, Runnable again) {
    try {
      work.run();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
        throw HubException.of(doing, "update", "objects", e);
      }
      again.run();
    }
  }

  /** Queues the templates that a policy matches, and those that carry its id. */
  private void matching(PropagationPolicy policy) {
    for (ResourceSelector selector : policy.selectors()) {
      for (GenericKubernetesResource object :
          caches.templates(selector.apiVersion(), selector.kind())) {
        ResourceTemplate template = ResourceTemplate.of(HubObjects.whole(object));
        if (selector.precision(template) > ResourceSelector.NONE) {
          add(template.id());
        }
      }
    }
    policy.permanentId().ifPresent(id -> caches.claimed(id).forEach(object -> add(id(object))));
  }

  private void add(ResourceId template) {
    if (scope.covers(template)) {
      templateQueue.add(template);
    }
  }

  private static ResourceId id(GenericKubernetesResource object) {
    return new ResourceId(
        object.getApiVersion(),
        object.getKind(),
        Optional.ofNullable(object.getMetadata().getNamespace()).orElse(""),
        object.getMetadata().getName());
  }

  /** True when nothing waits or is being decided. */
  boolean idle() {
    return templateQueue.idle() && policyQueue.idle() && passes.idle();
  }

  @Override
  public void policyChanged(GenericKubernetesResource policy) {
    PropagationPolicy parsed = PropagationPolicyCache.parse(policy);
    creations.note(parsed.name(), policy);
    policyQueue.add(parsed.name());
    parsed.permanentId().ifPresent(id -> caches.claimed(id).forEach(object -> add(id(object))));
  }

  @Override
  public void bindingChanged(GenericKubernetesResource binding) {
    add(BindingParser.resource(binding));
    BindingParser.dependencies(binding).forEach(this::add);
  }

  @Override
  public void workChanged(GenericKubernetesResource work) {
    Map<String, String> annotations = HubObjects.annotations(work);
    Optional<String> namespaced =
        Optional.ofNullable(annotations.get(KarmadaKeys.BINDING_NAME))
            .map(name -> annotations.get(KarmadaKeys.BINDING_NAMESPACE) + "/" + name);
    namespaced
        .flatMap(key -> caches.find(KarmadaKinds.RESOURCE_BINDING, key))
        .or(
            () ->
                Optional.ofNullable(annotations.get(KarmadaKeys.CLUSTER_BINDING_NAME))
                    .flatMap(key -> caches.find(KarmadaKinds.CLUSTER_RESOURCE_BINDING, key)))
        .map(BindingParser::resource)
        .ifPresent(this::add);
  }

  @Override
  public void rolloutChanged(GenericKubernetesResource rollout) {
    String namespace = rollout.getMetadata().getNamespace();
    String name = rollout.getMetadata().getName();
    BindingName.ofRollout(namespace, name)
        .flatMap(
            binding ->
                caches.find(KarmadaKinds.binding(binding.bindingNamespace()), binding.bindingKey()))
        .ifPresent(this::bindingChanged);
  }

  @Override
  public void leaseChanged() {
    karmada.leaseChanged();
  }

  @Override
  public void calendarChanged() {
    clusterChanged();
  }

  @Override
  public void clusterChanged() {
    caches.bindings().all().stream().map(BindingParser::resource).forEach(this::add);
  }

  @Override
  public void templateChanged(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    GenericKubernetesResource object = present.or(() -> former).orElseThrow();
    ResourceId id = id(object);
    if (!scope.covers(id)) {
      return;
    }
    present.ifPresent(this::note);
    former
        .flatMap(TemplateController::claim)
        .filter(claim -> !present.flatMap(TemplateController::claim).equals(Optional.of(claim)))
        .ifPresent(claim -> policyQueue.add(claim.policy()));
    templateQueue.add(id);
  }

  private static Optional<PolicyClaim> claim(GenericKubernetesResource template) {
    return PolicyClaim.of(HubObjects.labels(template), HubObjects.annotations(template));
  }

  /** Notes a template that no policy matches on arrival: it was there before its owner. */
  private void note(GenericKubernetesResource object) {
    if (claim(object).isPresent()) {
      return;
    }
    ResourceTemplate template = ResourceTemplate.of(HubObjects.whole(object));
    boolean matched =
        caches.policies().in(template.id().namespace()).stream()
            .anyMatch(policy -> policy.matches(template));
    if (!matched) {
      noted.noteFirst(
          template.id(),
          template.uid(),
          object.getMetadata().getResourceVersion(),
          () -> fingerprints.of(template.object()));
    }
  }

  @Override
  public void close() {
    router.detach(this);
    karmada.close();
    approvals.close();
    staged.close();
    passes.close();
    policyQueue.close();
    templateQueue.close();
  }
}
