package io.sluice.gate;

/** Says what is not written of a policy with hub templates (gate 4.6). */
public final class FormerContent {
  /** Why a cluster does not get the version that it had, or that others have. */
  public static final String UNAVAILABLE =
      "The former version has hub templates, which only OCM's propagator renders, so Sluice cannot"
          + " write it: the cluster waits for its turn, or keeps what it has.";

  private FormerContent() {}
}
