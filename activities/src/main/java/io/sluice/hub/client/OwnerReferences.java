package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Creates and reads owner references: to what a rollout carries, a policy or the binding of a
 * template, to Placements, and to Rollouts.
 */
public final class OwnerReferences {
  /** The kinds of what a rollout carries. */
  private static final Set<String> ROLLED_OUT =
      Set.of(Kinds.POLICY.getKind(), "ResourceBinding", "ClusterResourceBinding");

  private OwnerReferences() {}

  public static OwnerReference of(PolicyName policy, String uid) {
    return of(Kinds.POLICY, policy.name(), uid).build();
  }

  /** Returns the reference to an object of that kind. */
  public static OwnerReference of(ResourceDefinitionContext kind, ObjectMeta owner) {
    return of(kind, owner.getName(), owner.getUid()).build();
  }

  private static OwnerReferenceBuilder of(ResourceDefinitionContext kind, String name, String uid) {
    return new OwnerReferenceBuilder()
        .withApiVersion(Kinds.apiVersion(kind))
        .withKind(kind.getKind())
        .withName(name)
        .withUid(uid);
  }

  /**
   * Returns the reference of a PlacementDecision to the Placement that controls it (placement 6).
   */
  public static OwnerReference ofPlacement(String name, String uid) {
    return of(Kinds.PLACEMENT, name, uid).withController(true).withBlockOwnerDeletion(true).build();
  }

  /** Returns the references of an object that is to belong to this policy, and to no other one. */
  public static List<OwnerReference> with(
      GenericKubernetesResource object, PolicyName policy, String uid) {
    return Stream.concat(
            all(object).stream().filter(owner -> !isRolledOut(owner)), Stream.of(of(policy, uid)))
        .toList();
  }

  /** Returns the UID of the policy or binding that owns the object. */
  public static Optional<String> ownerUid(GenericKubernetesResource object) {
    return owners(object).stream().map(OwnerReference::getUid).findFirst();
  }

  /** Returns whether a policy or binding owns the object. */
  public static boolean exist(GenericKubernetesResource object) {
    return !owners(object).isEmpty();
  }

  /**
   * Returns false if another policy or binding owns the object; one that a user created may have no
   * owner.
   */
  public static boolean mayBe(GenericKubernetesResource object, String uid) {
    List<OwnerReference> owners = owners(object);
    return owners.isEmpty() || owners.stream().anyMatch(owner -> owner.getUid().equals(uid));
  }

  /** Returns whether the object with this UID owns it. */
  public static boolean areTo(GenericKubernetesResource object, String uid) {
    return all(object).stream().anyMatch(owner -> owner.getUid().equals(uid));
  }

  private static List<OwnerReference> owners(GenericKubernetesResource object) {
    return all(object).stream().filter(OwnerReferences::isRolledOut).toList();
  }

  private static boolean isRolledOut(OwnerReference owner) {
    return ROLLED_OUT.contains(owner.getKind());
  }

  private static List<OwnerReference> all(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getOwnerReferences(), List.of());
  }
}
