package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.activation.UserView;
import io.sluice.control.template.WorkReconciler.WorkResult;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.BindingParser;
import io.sluice.hub.template.BindingWriter;
import io.sluice.hub.template.ClaimWriter;
import io.sluice.settings.TemplateSettings;
import io.sluice.template.OwnerResolver;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.ResourceId;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.StagedStrategyParser;
import io.sluice.template.TemplateScope;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.DependencyFinder;
import io.sluice.template.work.TemplateFacts;
import io.sluice.template.work.TemplatePlan;
import io.sluice.template.work.TemplatePlan.DesiredBinding;
import io.sluice.template.work.TemplatePlanner;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes one decision about one template, and writes what follows from it (lazy-activation 2.8).
 *
 * <p>It decides from the caches. Every write carries the resourceVersion that was read, so that a
 * cache that lags behind decides nothing: the write meets a conflict, and the decision starts
 * again. {@link PropagationPolicyCacheCheck} checks the policies, which a decision reads but does
 * not write.
 */
final class TemplateReconciler {
  private static final Duration SYNCING = Duration.ofMillis(200);
  private static final Duration UNKNOWN_KIND = Duration.ofSeconds(30);

  private final KarmadaCaches caches;
  private final TemplateScope scope;
  private final UserView view;
  private final TemplateFactsReader reader;
  private final Clock clock;
  private final ClaimWriter claims;
  private final BindingWriter bindings;
  private final WorkReconciler works;
  private final BindingRemover remover;
  private final ActivationReporter reporter;
  private final StagedRollouts staged;
  private final PropagationPolicyCacheCheck policies;

  TemplateReconciler(
      KubernetesClient client,
      KarmadaCaches caches,
      TemplateFactsReader reader,
      TemplateSettings settings,
      ActivationReporter reporter,
      StagedRollouts staged,
      Clock clock) {
    this.caches = requireNonNull(caches, "caches is null");
    this.scope = settings.scope();
    this.view = settings.view();
    this.reader = requireNonNull(reader, "reader is null");
    this.staged = requireNonNull(staged, "staged is null");
    this.reporter = requireNonNull(reporter, "reporter is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.policies = new PropagationPolicyCacheCheck(client, caches);
    this.claims = new ClaimWriter(client);
    this.bindings = new BindingWriter(client);
    this.works = new WorkReconciler(client, caches, settings);
    this.remover = new BindingRemover(client, works, staged, reporter, clock);
  }

  /**
   * Decides about a template.
   *
   * @return after which time to decide again, whatever happens
   */
  Optional<Duration> reconcile(ResourceId id) {
    if (!scope.covers(id)) {
      return Optional.empty();
    }
    Optional<GenericKubernetesResource> named = caches.bindings().of(id);
    Optional<ResourceId> other =
        named.map(BindingParser::resource).filter(resource -> !resource.equals(id));
    Optional<GenericKubernetesResource> binding = other.isPresent() ? Optional.empty() : named;
    Optional<ResourceDefinitionContext> kind = caches.watch(id.apiVersion(), id.kind());
    if (kind.isEmpty()) {
      return binding.map(found -> UNKNOWN_KIND);
    }
    if (!caches.synced(kind.get())) {
      return Optional.of(SYNCING);
    }
    Optional<GenericKubernetesResource> object = caches.find(kind.get(), id.key());
    if (object.isEmpty()) {
      reader.forget(id);
      return binding.filter(found -> !remover.gone(kind.get(), id, found)).map(found -> SYNCING);
    }
    ResourceTemplate template = ResourceTemplate.of(HubObjects.whole(object.get()));
    if (template.claimedElsewhere()) {
      return Optional.empty();
    }
    if (other.isPresent()) {
      reporter.nameTaken(object.get(), id, other.get());
      return Optional.of(UNKNOWN_KIND);
    }
    return decide(kind.get(), object.get(), template, binding);
  }

  private Optional<Duration> decide(
      ResourceDefinitionContext kind,
      GenericKubernetesResource object,
      ResourceTemplate template,
      Optional<GenericKubernetesResource> binding) {
    Optional<PropagationPolicy> owner =
        OwnerResolver.owner(template, caches.policies().in(template.id().namespace()));
    Optional<BindingState> state = binding.map(BindingParser::parse);
    if (state.isPresent()) {
      if (state.get().deleting()) {
        return remover.withdrawn(kind, object, owner, binding.get());
      }
      String uid = state.get().resourceUid();
      if (!uid.isEmpty() && !uid.equals(template.uid())) {
        bindings.delete(binding.get());
        return Optional.empty();
      }
    }
    // A policy gets its id before any claim; its change leads here again.
    boolean unready = owner.filter(policy -> policy.permanentId().isEmpty()).isPresent();
    if (template.deleting() || unready) {
      return Optional.empty();
    }
    return write(kind, object, reader.read(object, template, owner, state), binding);
  }

  private Optional<Duration> write(
      ResourceDefinitionContext kind,
      GenericKubernetesResource object,
      TemplateFacts facts,
      Optional<GenericKubernetesResource> present) {
    TemplatePlan planned = TemplatePlanner.plan(view, facts, clock.instant());
    boolean activates = planned.decision().match(activate -> true, keep -> false, hold -> false);
    if (activates && !ownerIsUpToDate(facts)) {
      return Optional.of(SYNCING);
    }
    // Else the generation that the claim counts up would have to be recorded by one more write.
    TemplatePlan plan =
        activates && ClaimWriter.countsUp(object, planned.claim(), planned.seen())
            ? planned.countedUp()
            : planned;
    boolean bindingFirst = activates || plan.claim().isEmpty();
    if (!bindingFirst) {
      claims.write(kind, object, plan.claim(), plan.seen());
    }
    if (activates && present.isPresent() && strategy(plan)) {
      staged.begin(present.get());
    }
    Optional<GenericKubernetesResource> written = binding(facts, plan, present, activates);
    if (bindingFirst) {
      claims.write(kind, object, plan.claim(), plan.seen());
    }
    reader.note(facts, plan, object.getMetadata().getResourceVersion());
    reporter.decided(object, facts.binding().flatMap(BindingState::record), plan);
    Optional<Duration> again = Optional.empty();
    if (written.isPresent()) {
      BindingState state =
          present.filter(former -> former == written.get()).isPresent()
              ? facts.binding().orElseThrow()
              : BindingParser.parse(written.get());
      DesiredBinding desired = plan.binding().orElseThrow();
      Optional<StagedRollouts.Result> rollout = staged.reconcile(written.get(), state);
      WorkResult result = works.reconcile(state, facts.template(), desired, rollout);
      again = rollout.flatMap(StagedRollouts.Result::again);
      bindings.writeStatus(
          written.get(),
          BindingConditions.of(written.get(), plan, desired, result, clock.instant()));
    }
    Optional<Duration> wakeup =
        plan.decision()
            .match(
                activate -> Optional.<Duration>empty(),
                keep -> keep.wakeup().map(at -> Duration.between(clock.instant(), at)),
                hold -> Optional.<Duration>empty());
    return Stream.of(wakeup, again).flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  /**
   * Returns whether the owner is as on the hub; only a lazy one is checked, as only then anything
   * waits.
   */
  private boolean ownerIsUpToDate(TemplateFacts facts) {
    if (facts.owner().filter(PropagationPolicy::lazy).isEmpty()) {
      return true;
    }
    String namespace = facts.template().id().namespace();
    return policies.upToDate(namespace)
        && facts
            .owner()
            .equals(OwnerResolver.owner(facts.template(), caches.policies().in(namespace)));
  }

  /** Returns whether the intent that a plan activates goes from cluster to cluster. */
  private static boolean strategy(TemplatePlan plan) {
    return plan.binding()
        .flatMap(DesiredBinding::snapshot)
        .flatMap(StagedStrategyParser::staged)
        .isPresent();
  }

  private Optional<GenericKubernetesResource> binding(
      TemplateFacts facts,
      TemplatePlan plan,
      Optional<GenericKubernetesResource> present,
      boolean activates) {
    if (plan.binding().isEmpty()) {
      present.ifPresent(bindings::delete);
      return Optional.empty();
    }
    boolean moving =
        plan.binding().get().snapshot().flatMap(StagedStrategyParser::staged).isPresent()
            && (activates || present.filter(staged::moving).isPresent());
    List<ResourceId> dependencies = dependencies(facts, plan.binding().get(), moving);
    dependencies.forEach(each -> caches.watch(each.apiVersion(), each.kind()));
    return Optional.of(
        bindings.write(present, facts.template(), plan.binding().get(), dependencies, activates));
  }

  /**
   * The dependencies follow the active snapshot: if the template has changed since, they stay as
   * they were.
   */
  private static List<ResourceId> dependencies(
      TemplateFacts facts, DesiredBinding desired, boolean moving) {
    List<ResourceId> former = facts.binding().map(BindingState::dependencies).orElse(List.of());
    boolean propagates = desired.snapshot().filter(TemplateFactsReader::propagates).isPresent();
    List<ResourceId> mounted =
        propagates && desired.live() ? DependencyFinder.of(facts.template().object()) : former;
    if (moving) {
      return Stream.concat(mounted.stream(), former.stream()).distinct().toList();
    }
    return propagates ? mounted : List.of();
  }
}
