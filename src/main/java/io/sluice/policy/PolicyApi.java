package io.sluice.policy;

/** Names the groups, kinds, labels and fields of OCM's policy API that several packages use. */
public final class PolicyApi {
  /** API group of Policy, PlacementBinding and PolicySet. */
  public static final String GROUP = "policy.open-cluster-management.io";

  /** Prefix of the labels and annotations of OCM's policy framework. */
  public static final String PREFIX = GROUP + "/";

  public static final String POLICY_VERSION = PREFIX + "v1";
  public static final String POLICY_SET_VERSION = PREFIX + "v1beta1";
  public static final String POLICY = "Policy";
  public static final String POLICY_SET = "PolicySet";

  /** Label of a replica: its root. */
  public static final String ROOT_POLICY = PREFIX + "root-policy";

  /** Label of a replica: its cluster. */
  public static final String CLUSTER_NAME = PREFIX + "cluster-name";

  /** Label of a replica: its cluster as well. */
  public static final String CLUSTER_NAMESPACE = PREFIX + "cluster-namespace";

  /** Annotation that the spoke or the propagator puts on a replica, and that Sluice keeps. */
  public static final String ENCRYPTION_IV = PREFIX + "encryption-iv";

  /** Prefix of Sluice's own labels and annotations. */
  public static final String SLUICE = "sluice.io/";

  public static final String DEPENDENCIES = "dependencies";
  public static final String EXTRA_DEPENDENCIES = "extraDependencies";
  public static final String TEMPLATES = "policy-templates";
  public static final String DEFINITION = "objectDefinition";
  public static final String ACTION = "remediationAction";

  private PolicyApi() {}
}
