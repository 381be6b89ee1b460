class DrumLayer:
    def beat_before(self, request):
        return request
