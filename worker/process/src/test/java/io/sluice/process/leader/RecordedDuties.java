package io.sluice.process.leader;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what it is asked to do, under a name: several may share a diary. */
final class RecordedDuties implements LeaderDuties {
  final List<String> diary;
  final List<LeaderTerm> terms = new CopyOnWriteArrayList<>();
  final List<String> missing = new CopyOnWriteArrayList<>();
  private final String name;

  RecordedDuties(String name) {
    this(name, new CopyOnWriteArrayList<>());
  }

  RecordedDuties(String name, List<String> diary) {
    this.name = name;
    this.diary = diary;
  }

  @Override
  public AutoCloseable begin(LeaderTerm term) {
    terms.add(term);
    diary.add(name + " begins");
    return () -> diary.add(name + " ends");
  }

  @Override
  public void readAnew() {
    diary.add(name + " lists");
  }

  @Override
  public List<String> notRead() {
    return List.copyOf(missing);
  }
}
