package org.einkorn.programs;

import java.util.List;
import org.einkorn.EinkornException;
import org.einkorn.imp.RowForm;
import org.einkorn.lower.Projection;
import org.einkorn.runtime.BoundKernel;
import org.einkorn.runtime.Kernels;
import org.einkorn.runtime.OtherForms;
import org.einkorn.schedule.Directive;
import org.einkorn.storage.Storage;

/** Runs a program in forms that its kernel takes on other machines, or for other tensors. */
final class FormChecks {
  private final ProgramChecks checks;

  FormChecks(ProgramChecks checks) {
    this.checks = checks;
  }

  /** Evaluates its code with rows in vector registers, if it has rows. */
  void inVectors(int lanes) {
    ProgramChecks.Run run = checks.prepared();
    OtherForms.inVectors(run.kernel(Projection.FUSED), run.inputs(), run.sizes(), lanes)
        .ifPresent(stored -> checks.compare(StorageReader.read(stored), "result in vectors"));
  }

  /**
   * Runs it as machine code in all its forms.
   *
   * @return how many forms there are
   */
  int asMachineCode() {
    ProgramChecks.Run run = checks.prepared();
    BoundKernel kernel = run.kernel(Projection.FUSED);
    List<OtherForms.AsMachineCode> forms =
        OtherForms.asMachineCode(kernel, run.inputs(), run.sizes());
    Storage spare = forms.isEmpty() ? null : kernel.run(run.inputs(), run.sizes());
    for (OtherForms.AsMachineCode form : forms) {
      spare = form.runInMany(run.inputs(), run.sizes(), checks.spoiled(spare).tensor());
      checks.compare(StorageReader.read(spare), "result as machine code of " + form.memory());
      spare = form.runInOne(run.inputs(), run.sizes(), checks.spoiled(spare).tensor());
      checks.compare(StorageReader.read(spare), "result as one chunk of " + form.memory());
    }
    return forms.size();
  }

  /**
   * Runs it with its main loop as machine code.
   *
   * @return whether it can be
   */
  boolean withMachineLoop() {
    ProgramChecks.Run run = checks.prepared();
    List<Storage> stored =
        OtherForms.withMachineLoop(run.kernel(Projection.FUSED), run.inputs(), run.sizes());
    stored.forEach(
        s -> checks.compare(StorageReader.read(s), "result with a loop as machine code"));
    return !stored.isEmpty();
  }

  /**
   * The same under a schedule.
   *
   * @return whether places that are touched are measured before
   */
  boolean measuringTouches(List<Directive> schedule) {
    ProgramChecks.Run run = checks.prepared();
    BoundKernel kernel;
    try {
      kernel =
          Kernels.get(run.statement(), run.types(), run.resultType(), Projection.FUSED, schedule);
    } catch (EinkornException refused) {
      return false; // loops over these formats cannot be so
    }
    OtherForms.withMachineLoop(kernel, run.inputs(), run.sizes())
        .forEach(s -> checks.compare(StorageReader.read(s), "result with a loop as machine code"));
    return OtherForms.measuresTouches(kernel);
  }

  /** Evaluates its code with loops over rows in every form. */
  void inRowForms() {
    ProgramChecks.Run run = checks.prepared();
    for (RowForm form : RowForm.values()) {
      OtherForms.inForm(run.kernel(Projection.FUSED), run.inputs(), run.sizes(), form)
          .ifPresent(stored -> checks.compare(StorageReader.read(stored), "result, rows " + form));
    }
  }
}
