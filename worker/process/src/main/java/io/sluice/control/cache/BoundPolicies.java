package io.sluice.control.cache;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.DecisionObject;
import io.sluice.policy.PolicyName;
import io.sluice.policy.propagation.BindingSubject;
import io.sluice.policy.propagation.BindingView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the roots that a change of a binding, a placement or its decisions concerns: a namespace
 * may have thousands of others.
 *
 * <p>A binding concerns the policies of its subjects, as they were and as they are (policy-
 * propagation 2.2), a placement those of the bindings that name it.
 */
final class BoundPolicies {
  /** The kinds whose changes concern few policies of their namespace. */
  static final List<ResourceDefinitionContext> KINDS =
      List.of(
          Kinds.PLACEMENT_BINDING, Kinds.PLACEMENT, Kinds.PLACEMENT_RULE, Kinds.PLACEMENT_DECISION);

  private final HubCaches caches;

  BoundPolicies(HubCaches caches) {
    this.caches = caches;
  }

  /** Returns them, each once. */
  Set<PolicyName> of(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    List<GenericKubernetesResource> states =
        Stream.concat(former.stream(), present.stream()).toList();
    Stream<BindingView> bindings =
        kind == Kinds.PLACEMENT_BINDING
            ? states.stream().map(BoundPolicies::view)
            : naming(kind, states);
    return Stream.concat(
            bindings.flatMap(this::policies),
            caches.mode().beside() ? overridden(states) : Stream.empty())
        .filter(policy -> caches.replicas().root(policy).isPresent())
        .collect(Collectors.toSet());
  }

  /** Those whose override it is of, or that need its name for that (policy-propagation 14.2). */
  private Stream<PolicyName> overridden(List<GenericKubernetesResource> states) {
    Set<String> mentioned =
        states.stream().flatMap(BoundPolicies::mentioned).collect(Collectors.toSet());
    String namespace = states.get(0).getMetadata().getNamespace();
    return caches.policiesIn(namespace).stream()
        .filter(
            policy ->
                mentioned.contains(OverrideName.of(policy))
                    || mentioned.contains(OverrideName.label(policy))
                    || mentioned.stream()
                        .anyMatch(name -> OverrideName.pageNumber(policy, name) > 0));
  }

  private static Stream<String> mentioned(GenericKubernetesResource object) {
    Map<String, String> labels = HubObjects.labels(object);
    return Stream.of(
            Stream.of(object.getMetadata().getName()),
            Stream.ofNullable(labels.get(OverrideName.LABEL)),
            Stream.ofNullable(labels.get(DecisionObject.PLACEMENT)),
            requireNonNullElse(object.getMetadata().getOwnerReferences(), List.<OwnerReference>of())
                .stream()
                .map(OwnerReference::getName))
        .flatMap(names -> names);
  }

  private static BindingView view(GenericKubernetesResource binding) {
    return BindingView.of(HubObjects.tree(binding));
  }

  /** The bindings that name a placement, of which one of these is the object or the decisions. */
  private Stream<BindingView> naming(
      ResourceDefinitionContext kind, List<GenericKubernetesResource> states) {
    boolean decisions = kind == Kinds.PLACEMENT_DECISION;
    String named = (decisions ? Kinds.PLACEMENT : kind).getKind();
    Set<String> names =
        states.stream()
            .flatMap(
                state ->
                    decisions
                        ? Stream.ofNullable(HubObjects.labels(state).get(DecisionObject.PLACEMENT))
                        : Stream.of(state.getMetadata().getName()))
            .collect(Collectors.toSet());
    return caches.in(Kinds.PLACEMENT_BINDING, states.get(0).getMetadata().getNamespace()).stream()
        .filter(binding -> names(HubObjects.part(binding, "placementRef"), named, names))
        .map(BoundPolicies::view);
  }

  private static boolean names(Map<String, Object> ref, String kind, Set<String> names) {
    return kind.equals(ref.get("kind")) && names.contains(ref.get("name"));
  }

  private Stream<PolicyName> policies(BindingView binding) {
    return binding.subjects().stream()
        .flatMap(subject -> policies(binding.namespace(), subject))
        .map(name -> new PolicyName(binding.namespace(), name));
  }

  private Stream<String> policies(String namespace, BindingSubject subject) {
    if (subject.isPolicySet()) {
      return caches.members(namespace, subject.name()).stream().flatMap(List::stream);
    }
    return subject.isPolicy() ? Stream.of(subject.name()) : Stream.empty();
  }
}
