package io.sluice.policy.evidence;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateReport;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.TemplateEvidence.Proof;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Judges whether a replica's status proves anything about the content that was dispatched to it.
 *
 * <p>Nothing in a status names the spec that it was computed from, and the former {@code Compliant}
 * stays until the spoke writes again. So a template counts only when its newest report was not
 * there at its last real change and is not older (rollout-strategy 3.3, E1 to E3, E5). Where no
 * such report can be expected, the present verdict counts if the cluster is reachable, but it is
 * weak and soaks longer (E4, E6); {@link TemplateEvidence} decides that. In doubt the verdict is
 * silent, never positive.
 */
public final class Evidence {
  /** How much a spoke's clock may lag behind the hub's (rollout-strategy E2). */
  public static final Duration DEFAULT_SKEW = Duration.ofMinutes(1);

  private static final Optional<Compliance> COMPLIANT = Optional.of(Compliance.COMPLIANT);
  private static final Optional<Compliance> NON_COMPLIANT = Optional.of(Compliance.NON_COMPLIANT);

  /** Reasons are formatted at each look at a replica: concatenated, not by a pattern. */
  private static final String OF = " of ";

  private final Duration skew;

  public Evidence(Duration skew) {
    this.skew = skew;
  }

  /**
   * Returns the verdict of a replica on the dispatch that its annotation names.
   *
   * @param available whether the ManagedCluster is Available; if not, a weak verdict proves nothing
   */
  public EvidenceResult judge(Replica replica, boolean available, Expectation expectation) {
    Set<Compliance> good = expectation.good(replica);
    if (good.isEmpty()) {
      return silent("the replica was given its content only to inform until its turn");
    }
    if (replica.templates().isEmpty()) {
      return silent("the policy has no templates to report on");
    }
    List<Proof> proofs = proofs(replica, available, good);
    List<Proof> bad =
        proofs.stream()
            .filter(proof -> proof.verdict().filter(v -> !good.contains(v)).isPresent())
            .toList();
    if (!bad.isEmpty()) {
      return new EvidenceResult(
          Verdict.NEGATIVE,
          anyWeak(proofs),
          false,
          "%d of %d templates not as they should be: %s is %s"
              .formatted(
                  bad.size(),
                  proofs.size(),
                  bad.get(0).template(),
                  bad.get(0).verdict().orElseThrow().label()));
    }
    return withoutNegative(replica.compliant(), proofs, good);
  }

  /**
   * Returns what a replica that informs until its cluster's turn shows of its content: POSITIVE if
   * it complies already, NEGATIVE if enforcing would change it (rollout-strategy 6.3).
   *
   * <p>No soak follows, so only events count that came with the present content or later, for any
   * kind of template; a weak verdict is none. A Pending template was not judged.
   *
   * @param given what is known of the last change of its content
   */
  public EvidenceResult judgePending(Replica replica, Optional<Dispatch> given) {
    if (replica.templates().isEmpty()) {
      return silent("the policy has no templates to report on");
    }
    Optional<Dispatch> own = replica.with(given).ownDispatch();
    List<Optional<TemplateReport>> reports = replica.reports();
    List<Proof> proofs = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      proofs.add(TemplateEvidence.pending(replica.templates().get(i), reports.get(i), own, skew));
    }
    Optional<Proof> bad = proofs.stream().filter(proof -> is(proof, NON_COMPLIANT)).findFirst();
    if (bad.isPresent()) {
      return new EvidenceResult(
          Verdict.NEGATIVE, false, false, bad.get().template() + " is NonCompliant under inform");
    }
    Optional<Proof> open = proofs.stream().filter(proof -> !is(proof, COMPLIANT)).findFirst();
    if (open.isPresent()) {
      return silent(open.get().template() + " was not judged: " + open.get().why());
    }
    return replica.compliant().equals(COMPLIANT)
        ? new EvidenceResult(
            Verdict.POSITIVE, false, false, "all templates are Compliant under inform")
        : silent("the policy as a whole is not Compliant");
  }

  private static boolean is(Proof proof, Optional<Compliance> verdict) {
    return proof.verdict().equals(verdict);
  }

  private List<Proof> proofs(Replica replica, boolean available, Set<Compliance> good) {
    TemplateEvidence evidence = new TemplateEvidence(replica.ownDispatch(), available, good, skew);
    List<Optional<TemplateReport>> reports = replica.reports();
    List<Proof> proofs = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      proofs.add(evidence.of(replica.templates().get(i), reports.get(i)));
    }
    return proofs;
  }

  private static EvidenceResult withoutNegative(
      Optional<Compliance> whole, List<Proof> proofs, Set<Compliance> good) {
    List<Proof> unjudged = proofs.stream().filter(proof -> proof.verdict().isEmpty()).toList();
    if (!unjudged.isEmpty()) {
      return new EvidenceResult(
          Verdict.SILENT,
          false,
          unjudged.stream().anyMatch(Proof::predated),
          "no report since the dispatch on "
              + unjudged.size()
              + OF
              + proofs.size()
              + " templates: "
              + unjudged.get(0).template()
              + ", for "
              + unjudged.get(0).why());
    }
    if (whole.filter(good::contains).isEmpty()) {
      return silent(
          "the policy as a whole is " + whole.map(Compliance::label).orElse("without a verdict"));
    }
    return new EvidenceResult(Verdict.POSITIVE, anyWeak(proofs), false, success(proofs));
  }

  private static String success(List<Proof> proofs) {
    long compliant = proofs.stream().filter(p -> p.verdict().equals(COMPLIANT)).count();
    String verdicts =
        compliant == proofs.size()
            ? compliant + OF + proofs.size() + " templates are Compliant"
            : compliant
                + OF
                + proofs.size()
                + " templates are Compliant and "
                + (proofs.size() - compliant)
                + " NonCompliant, and the policy only informs";
    List<Proof> weak = proofs.stream().filter(Proof::weak).toList();
    return weak.isEmpty()
        ? verdicts + ", by reports on what the replica carries"
        : verdicts
            + ", "
            + weak.size()
            + " by reports that may be older than that: "
            + weak.get(0).template();
  }

  private static boolean anyWeak(List<Proof> proofs) {
    return proofs.stream().anyMatch(Proof::weak);
  }

  private static EvidenceResult silent(String because) {
    return new EvidenceResult(Verdict.SILENT, false, false, because);
  }
}
