package io.sluice.document;

import java.nio.file.Path;
import java.util.List;

/** Stands for a hub, and a Temporal, on which commands run: what they find there. */
interface Scene extends AutoCloseable {

  /** Returns the address of the hub. */
  String hub();

  /** Returns the address of Temporal. */
  String temporal();

  String namespace();

  /** Returns the policy, or the template as KIND/NAME. */
  String subject();

  /** Returns a group that waits for an approval. */
  String group();

  /** Returns clusters of the rollout that have not started. */
  List<String> clusters();

  /** Returns an instant of which Temporal knows how the attempt stood. */
  String during();

  /** Writes the history of the run into a folder. */
  Path history(Path folder);

  /** Takes back what a command has asked for. */
  void restore();

  @Override
  void close();
}
