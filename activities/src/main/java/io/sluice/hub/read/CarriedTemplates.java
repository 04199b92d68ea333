package io.sluice.hub.read;

import io.sluice.policy.HubTemplates;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Recognizes replicas that enforce, or only inform of, the templates of one version, as OCM's
 * propagator renders them (policy-propagation 14.3.4).
 *
 * <p>A template with a hub template differs from cluster to cluster, and is not compared.
 */
final class CarriedTemplates {
  /** The spellings that a binding may give the action. */
  private static final List<String> SPELLINGS = List.of("enforce", "Enforce");

  private final List<List<TemplateRef>> enforced;
  private final List<TemplateRef> informed;
  private final List<Boolean> rendered;

  CarriedTemplates(PolicySnapshot snapshot) {
    this.enforced = SPELLINGS.stream().map(action -> templates(snapshot, action)).toList();
    this.informed = TemplateRef.listOf(snapshot.spec());
    this.rendered =
        JsonTree.maps(snapshot.spec(), PolicyApi.TEMPLATES).stream()
            .map(HubTemplates::rendered)
            .toList();
  }

  private static List<TemplateRef> templates(PolicySnapshot snapshot, String action) {
    Map<String, Object> spec = new LinkedHashMap<>(snapshot.spec());
    spec.put(PolicyApi.ACTION, action);
    return TemplateRef.listOf(spec);
  }

  /** Returns whether the replica enforces these templates. */
  boolean by(Replica replica) {
    return !replica.informs()
        && enforced.stream().anyMatch(templates -> same(templates, replica.templates()));
  }

  /** Returns whether the replica informs and has these templates as they are in the root. */
  boolean asInformBy(Replica replica) {
    return replica.informs() && same(informed, replica.templates());
  }

  /** Returns whether the replica has these templates, whatever their action is. */
  boolean inSomeAction(Replica replica) {
    return same(informed, replica.templates())
        || enforced.stream().anyMatch(templates -> same(templates, replica.templates()));
  }

  private boolean same(List<TemplateRef> wanted, List<TemplateRef> found) {
    return wanted.size() == found.size()
        && IntStream.range(0, wanted.size())
            .allMatch(i -> rendered.get(i) || wanted.get(i).equals(found.get(i)));
  }

  /**
   * Returns a hash for a replica that enforces other templates, or only informs: it differs from
   * that of every version.
   */
  static String other(Replica replica) {
    return "not-enforced-" + replica.contentHash();
  }
}
