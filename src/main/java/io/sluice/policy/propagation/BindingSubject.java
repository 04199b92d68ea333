package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;

/** Names the subject of a PlacementBinding: a policy, or all policies of a PolicySet. */
public record BindingSubject(String apiGroup, String kind, String name) {
  public BindingSubject {
    requireNonNull(apiGroup, "apiGroup is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
  }

  /** Returns whether it names a policy. */
  public boolean isPolicy() {
    return is(PolicyApi.POLICY);
  }

  boolean isPolicy(String policy) {
    return isPolicy() && name.equals(policy);
  }

  /** Returns whether it names a PolicySet. */
  public boolean isPolicySet() {
    return is(PolicyApi.POLICY_SET);
  }

  /** Returns whether it names that PolicySet. */
  public boolean isPolicySet(String set) {
    return isPolicySet() && name.equals(set);
  }

  private boolean is(String kindOfPolicy) {
    return apiGroup.equals(PolicyApi.GROUP) && kind.equals(kindOfPolicy);
  }
}
