package io.sluice.template;

/**
 * Names the labels, annotations and finalizers of Karmada's API, and our own (lazy-activation 2.3).
 */
public final class KarmadaKeys {
  public static final String POLICY_ID = "propagationpolicy.karmada.io/permanent-id";
  public static final String POLICY_NAMESPACE = "propagationpolicy.karmada.io/namespace";
  public static final String POLICY_NAME = "propagationpolicy.karmada.io/name";
  public static final String CLUSTER_POLICY_ID = "clusterpropagationpolicy.karmada.io/permanent-id";
  public static final String CLUSTER_POLICY_NAME = "clusterpropagationpolicy.karmada.io/name";
  public static final String POLICY_FINALIZER = "karmada.io/propagation-policy-controller";
  public static final String CLUSTER_POLICY_FINALIZER =
      "karmada.io/cluster-propagation-policy-controller";

  public static final String BINDING_ID = "resourcebinding.karmada.io/permanent-id";
  public static final String CLUSTER_BINDING_ID = "clusterresourcebinding.karmada.io/permanent-id";
  public static final String BINDING_FINALIZER = "karmada.io/binding-controller";
  public static final String CLUSTER_BINDING_FINALIZER =
      "karmada.io/cluster-resource-binding-controller";
  public static final String DEPENDENCIES = "resourcebinding.karmada.io/dependencies";
  public static final String DEPENDED_BY = "resourcebinding.karmada.io/depended-by-";
  public static final String CLAIMED_BY = "resourcetemplate.karmada.io/claimed-by";

  public static final String EXECUTION_FINALIZER = "karmada.io/execution-controller";
  public static final String EXECUTION_NAMESPACE = "karmada-es-";
  public static final String MANAGED = "karmada.io/managed";
  public static final String CONFLICT_RESOLUTION = "work.karmada.io/conflict-resolution";
  public static final String WORK_NAME = "work.karmada.io/name";
  public static final String WORK_NAMESPACE = "work.karmada.io/namespace";
  public static final String TEMPLATE_UID = "resourcetemplate.karmada.io/uid";
  public static final String TEMPLATE_GENERATION = "resourcetemplate.karmada.io/generation";
  public static final String MANAGED_LABELS = "resourcetemplate.karmada.io/managed-labels";
  public static final String MANAGED_ANNOTATIONS =
      "resourcetemplate.karmada.io/managed-annotations";
  public static final String BINDING_NAMESPACE = "resourcebinding.karmada.io/namespace";
  public static final String BINDING_NAME = "resourcebinding.karmada.io/name";
  public static final String CLUSTER_BINDING_NAME = "clusterresourcebinding.karmada.io/name";

  /** The record of activations, on a binding. */
  public static final String ACTIVATION = "sluice.io/activation";

  /** The lazy fields that a binding's spec has no place for, on a binding. */
  public static final String TARGETING = "sluice.io/targeting";

  /** How often an intent was activated, on a binding: the number of its version. */
  public static final String ACTIVATIONS = "sluice.io/activations";

  /** The clusters whose turn has come in a rollout, on the binding of a workload. */
  public static final String TURN = "sluice.io/turn";

  /** The content at the last decision, on a claimed template that has no active snapshot. */
  public static final String SEEN = "sluice.io/seen";

  /** The version of what a cluster has, on a Work. */
  public static final String REVISION = "sluice.io/revision";

  public static final String ROLLOUT_STRATEGY = "sluice.io/rollout-strategy";
  public static final String ACTIVATE_AT = "sluice.io/activate-at";

  private KarmadaKeys() {}
}
