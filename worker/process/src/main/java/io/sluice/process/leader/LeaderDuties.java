package io.sluice.process.leader;

import java.util.List;

/** Does what only the leader does. */
public interface LeaderDuties {
  /** Begins; what it returns is closed when the term has ended. */
  AutoCloseable begin(LeaderTerm term);

  /** Has everything that is cached of the hub read anew. */
  void readAnew();

  /** Returns the kinds that have not been read since {@link #readAnew}. */
  List<String> notRead();
}
