package io.sluice.simulation;

import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A replica, with the verdict of its spoke on this content.
 *
 * @param content the root's spec without its action
 * @param pending whether it is there as inform, until the cluster's turn
 * @param madeBy UID of the attempt whose dispatch created it
 * @param sets the policy sets as they were when it was rendered
 */
record ModelReplica(
    String content,
    boolean pending,
    Optional<Dispatch> dispatch,
    Optional<String> madeBy,
    Verdict verdict,
    boolean weak,
    int sets) {
  /** Names no attempt: a person wrote the dispatch. */
  static final String FORGED_UID = "forged";

  static ModelReplica of(String content, boolean pending, Optional<Dispatch> dispatch) {
    return new ModelReplica(content, pending, dispatch, Optional.empty(), Verdict.SILENT, false, 0);
  }

  String hash() {
    return pending ? content + "/inform" : content;
  }

  /** Returns true if no attempt has dispatched it, or taken that back. */
  boolean informsUntilItsTurn() {
    return pending
        && dispatch
            .map(Dispatch::as)
            .filter(as -> as == Dispatch.As.DISPATCHED || as == Dispatch.As.TAKEN_BACK)
            .isEmpty();
  }

  boolean carries(String otherContent, boolean asPending) {
    return content.equals(otherContent) && pending == asPending;
  }

  ModelReplica madeBy(Optional<String> uid) {
    return new ModelReplica(content, pending, dispatch, uid, verdict, weak, sets);
  }

  ModelReplica withDispatch(Optional<Dispatch> other) {
    return new ModelReplica(content, pending, other, madeBy, verdict, weak, sets);
  }

  boolean forged() {
    return dispatch.filter(given -> given.rolloutUid().equals(FORGED_UID)).isPresent();
  }

  ModelReplica withVerdict(Verdict next, boolean nowWeak) {
    return new ModelReplica(content, pending, dispatch, madeBy, next, nowWeak, sets);
  }

  /** Returns the hash of the whole content that the cluster gets. */
  String renderedHash() {
    return rendered(hash(), sets);
  }

  static String rendered(String hash, int sets) {
    return hash + "@" + sets;
  }

  /**
   * Returns it as it is written now; its dispatch records that, but where another writer replaced
   * what it had recorded.
   */
  ModelReplica renderedWith(int setsNow) {
    if (dispatch.filter(given -> !records(given, hash())).isPresent()) {
      return new ModelReplica(content, pending, dispatch, madeBy, verdict, weak, setsNow);
    }
    Optional<Dispatch> recorded =
        dispatch.map(
            given ->
                new Dispatch(
                    given.rolloutUid(),
                    given.attempt(),
                    given.generation(),
                    given.as(),
                    given.at(),
                    given.written(),
                    given.baseline(),
                    given.since(),
                    given.unknown(),
                    rendered(hash(), setsNow),
                    given.former(),
                    given.created()));
    return new ModelReplica(content, pending, recorded, madeBy, verdict, weak, setsNow);
  }

  /** Returns the replica as its content is rendered. */
  Replica renderedFor(PolicyName policy, String cluster) {
    return new Replica(
        policy, cluster, "1", renderedHash(), dispatch, Optional.empty(), List.of(), List.of());
  }

  /** Returns the replica as the reconciler reads it. */
  Replica seenBy(PolicyName policy, String cluster) {
    return new Replica(
        policy, cluster, "1", hash(), dispatch, Optional.empty(), List.of(), List.of());
  }

  private static boolean records(Dispatch given, String hash) {
    return given.content().isEmpty() || given.content().startsWith(hash + "@");
  }

  long attempt() {
    return dispatch.map(Dispatch::attempt).orElse(0L);
  }
}
