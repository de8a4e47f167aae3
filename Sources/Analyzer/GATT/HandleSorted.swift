import ATTParser

/// What a table keeps in the order of handles.
protocol HandleSorted {
  /// The handle it is sorted by.
  var sortingHandle: AttributeHandle { get }
}

extension GATTTable.Service: HandleSorted {
  var sortingHandle: AttributeHandle { start }
}

extension GATTTable.Include: HandleSorted {
  var sortingHandle: AttributeHandle { declaration }
}

extension GATTTable.Characteristic: HandleSorted {
  var sortingHandle: AttributeHandle { value }
}

extension GATTTable.Attribute: HandleSorted {
  var sortingHandle: AttributeHandle { handle }
}
